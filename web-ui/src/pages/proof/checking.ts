/** Checks certificates, one at a time; a check ends with its component. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Asked } from "../../components/Patience";
import type { Examined } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, type Params, type Progress, stream } from "../../lib/api";
import { type TextKey, t } from "../../lib/i18n";

/** The result of a check. */
export type Outcome<T> = { found: T } | { error: ApiError } | null;

/** A check, with a signal that cancels it. */
export type Work<T> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>;

/** Return the check by the Python checker. */
export function byPython<T>(params: Params, body?: ArrayBuffer): Work<T> {
  return (signal, onProgress) => stream<T>("/proof/check", params, { signal, onProgress, ...(body && { body }) });
}

export interface Checking<T> {
  /** The question in progress; null if there is none. */
  asked: Asked | null;
  outcome: Outcome<T>;
  /** Run a check, and forget the result of the previous one. */
  run(work: Work<T>): void;
  /** Show an error that was found without running a check. */
  refuse(error: ApiError): void;
  stop(): void;
}

/** Return the verdict as a text; `beyond` is the text for certificates that the checker did not examine. */
export function wordOf(found: Examined, beyond: TextKey): TextKey {
  return found.valid ? "proof.valid" : found.examined ? "proof.invalid" : beyond;
}

export function useChecking<T extends Examined>(beyond: TextKey): Checking<T> {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcome, setOutcome] = useState<Outcome<T>>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = (): void => {
    running.current?.abort();
    setAsked(null);
  };
  return {
    asked,
    outcome,
    stop,
    refuse(error) {
      stop();
      setOutcome({ error });
    },
    run(work) {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const since = performance.now();
      const settle = (came: Outcome<T>): void => {
        if (!controller.signal.aborted) {
          setAsked(null);
          setOutcome(came);
        }
      };
      setOutcome(null);
      setAsked({ progress: null, since });
      work(controller.signal, (progress) => !controller.signal.aborted && setAsked({ progress, since })).then(
        (found) => {
          settle({ found });
          announce(t(wordOf(found, beyond)));
        },
        (error: unknown) => error instanceof ApiError && settle({ error }),
      );
    },
  };
}
