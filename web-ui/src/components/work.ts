/** Runs long work that a press starts. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../lib/api";
import type { Progress } from "../lib/questions";
import type { Asked } from "./Patience";

/** A function that does the work; the signal cancels it. */
export type Work<T> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>;

/** Return a function that runs one piece of work at a time, and its state. Removing the component cancels the work. */
export function useWork() {
  // The work in progress; null if there is none.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const settle = (problem: ApiError | null): void => {
    running.current?.abort();
    setAsked(null);
    setError(problem);
  };
  const run = <T>(work: Work<T>, then: (found: T) => void): void => {
    settle(null);
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const since = performance.now();
    setAsked({ progress: null, since });
    work(signal, (progress) => !signal.aborted && setAsked({ progress, since })).then(
      (found) => {
        if (!signal.aborted) {
          setAsked(null);
          then(found);
        }
      },
      (problem: unknown) => problem instanceof ApiError && !signal.aborted && settle(problem),
    );
  };
  return { asked, error, run, refuse: settle, stop: () => settle(null) };
}
