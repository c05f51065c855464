/** Deals the next game with the chosen settings. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PursuitDealt } from "../../generated/api";
import { ApiError } from "../../lib/api";
import { type Progress, stream } from "../../lib/questions";
import { navigate, positionPath } from "../../lib/router";
import { beginRound } from "./rounds";
import { rulesText, settings } from "./settings";

export interface Dealing {
  deal(): void;
  cancel(): void;
  busy: boolean;
  progress: Progress | null;
  since: number;
  error: ApiError | null;
}

const IDLE = { busy: false, progress: null, since: 0, error: null };

/** Start a dealt game and its clock. */
function begin({ position, target }: PursuitDealt): void {
  beginRound(position, target, settings.get().clock, true);
  navigate(positionPath(position));
}

/** Return a function that deals games, and its state while it searches for a game of the wanted difficulty. */
export function useDealing(onDealt: (dealt: PursuitDealt) => void = begin): Dealing {
  const [state, setState] = useState<Omit<Dealing, "deal" | "cancel">>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    setState(IDLE);
  };

  const deal = (): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { deck, difficulty, large, rules } = settings.get();
    const asked = { ...IDLE, busy: true, since: performance.now() };
    setState(asked);
    stream<PursuitDealt>(
      "/pursuit/deal",
      { deck, difficulty, large, rules: rulesText(rules) || null },
      { signal: controller.signal, onProgress: (progress) => setState({ ...asked, progress }) },
    ).then(
      (dealt) => {
        if (!controller.signal.aborted) {
          setState(IDLE);
          onDealt(dealt);
        }
      },
      (error: unknown) => {
        if (error instanceof ApiError && !controller.signal.aborted) {
          setState({ ...IDLE, error });
        }
      },
    );
  };
  return { deal, cancel, ...state };
}
