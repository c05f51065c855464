/** Runs checks of certificates, one at a time for each component. Removing the component cancels its check. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Asked } from "../../components/Patience";
import type { CheckedProof } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, type Params } from "../../lib/api";
import { type TextKey, t } from "../../lib/i18n";
import { type Progress, stream } from "../../lib/questions";

/** The result of a check. */
export type Outcome<T> = { found: T } | { error: ApiError } | null;

/** A function that runs a check; the signal cancels it. */
export type Work<T> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>;

/** Return a function that runs the checker in Python, on the server. */
export function byPython<T>(params: Params, body?: ArrayBuffer): Work<T> {
  return (signal, onProgress) => stream<T>("/proof/check", params, { signal, onProgress, ...(body && { body }) });
}

export interface Checking<T> {
  /** The check in progress; null if there is none. */
  asked: Asked | null;
  outcome: Outcome<T>;
  /** Start a check, and clear the result of the previous one. */
  run(work: Work<T>): void;
  /** Show an error that makes a check impossible. */
  refuse(error: ApiError): void;
  stop(): void;
}

/** Return the text of a verdict; `beyond` is the text for a certificate that the checker did not examine. */
export function wordOf(found: CheckedProof, beyond: TextKey): TextKey {
  return found.valid ? "proof.valid" : found.examined ? "proof.invalid" : beyond;
}

export function useChecking<T extends CheckedProof>(beyond: TextKey): Checking<T> {
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
