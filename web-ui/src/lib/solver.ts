/** Questions whose answers take long: the server first reports the bounds proven so far, then the result. */

import { useEffect, useState } from "preact/hooks";
import { ApiError, apiUrl, type Params } from "./api";
import { type Progress, stream } from "./questions";
import { Recent } from "./recent";

export interface Live<T> {
  progress: Progress | null;
  result: T | null;
  error: ApiError | null;
  running: boolean;
  /** The time when the question was asked, by `performance.now()`. */
  since: number;
  /** Ask again, even if there is a result. */
  again: () => void;
}

/** The latest results by address, so that going back in a game does not ask questions again. */
const finished = new Recent<unknown>(200);

/** Milliseconds before a question about a position is asked, so that fast play asks only about the last position. */
export const SETTLED = 150;

interface Phase<T> {
  url: string | null;
  since: number;
  progress: Progress | null;
  result: T | null;
  error: ApiError | null;
}
const NOTHING: Phase<never> = { url: null, since: 0, progress: null, result: null, error: null };

/**
 * Ask a question whose answer takes long; do nothing if the path is null. The work ends, both in the page and on the
 * server, when the question changes or the component unmounts.
 */
export function useLive<T>(path: string | null, params: Params = {}, delay = 0): Live<T> {
  const url = path === null ? null : apiUrl(path, params);
  const [phase, setPhase] = useState<Phase<T>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (path === null || url === null) {
      return undefined;
    }
    if (finished.get(url) !== undefined) {
      // Render again, because another component may have received the answer since the last rendering.
      setPhase((now) => (now.url === url ? now : { ...NOTHING, url }));
      return undefined;
    }
    const controller = new AbortController();
    const since = performance.now();
    const show = (part: Partial<Phase<T>>): void => {
      if (!controller.signal.aborted) {
        setPhase({ ...NOTHING, url, since, ...part });
      }
    };
    show({});
    const run = (): void => {
      stream<T>(path, params, { signal: controller.signal, onProgress: (progress) => show({ progress }) }).then(
        (result) => {
          finished.keep(url, result);
          show({ result });
        },
        (error: unknown) => error instanceof ApiError && show({ error }),
      );
    };
    const timer = setTimeout(run, delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [url, attempt]);

  const current = phase.url === url ? phase : null;
  const result = url === null ? null : ((finished.get(url) as T | undefined) ?? current?.result ?? null);
  const error = result === null ? (current?.error ?? null) : null;
  return {
    progress: result === null ? (current?.progress ?? null) : null,
    result,
    error,
    running: url !== null && result === null && error === null,
    since: current?.since ?? performance.now(),
    again: () => {
      if (url !== null) {
        finished.delete(url);
      }
      setPhase(NOTHING);
      setAttempt(attempt + 1);
    },
  };
}
