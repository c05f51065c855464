/** Dealing: the next game by the chosen settings. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, type Progress, stream } from "../../lib/api";
import { navigate, positionPath } from "../../lib/router";
import type { Dealt } from "./model";
import { beginRound } from "./rounds";
import { rulesText, settings } from "./settings";

export interface Dealing {
  deal(): void;
  cancel(): void;
  busy: boolean;
  progress: Progress | null;
  error: ApiError | null;
}

/** Deals games; a wanted difficulty may take a while to be found. */
export function useDealing(): Dealing {
  const [state, setState] = useState<{ busy: boolean; progress: Progress | null; error: ApiError | null }>({
    busy: false,
    progress: null,
    error: null,
  });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    setState({ busy: false, progress: null, error: null });
  };

  const deal = (): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { deck, difficulty, clock, rules } = settings.get();
    setState({ busy: true, progress: null, error: null });
    stream<Dealt>(
      "/pursuit/deal",
      { deck, difficulty, rules: rulesText(rules) || null },
      { signal: controller.signal, onProgress: (progress) => setState({ busy: true, progress, error: null }) },
    ).then(
      (dealt) => {
        if (!controller.signal.aborted) {
          setState({ busy: false, progress: null, error: null });
          beginRound(dealt.position, dealt.target, clock, true);
          navigate(positionPath(dealt.position));
        }
      },
      (error: unknown) => {
        if (error instanceof ApiError && !controller.signal.aborted) {
          setState({ busy: false, progress: null, error });
        }
      },
    );
  };
  return { deal, cancel, ...state };
}
