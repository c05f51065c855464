/** Hints that the board shows, step by step or all at once, and the best score still possible. */
import { useEffect } from "preact/hooks";
import { type AimStore, NOTHING } from "../../components/tiles/aim";
import type { TaxmanDescribed } from "../../generated/api";
import { announce } from "../../lib/announce";
import type { ApiError } from "../../lib/api";
import { type HintWay, useHints } from "../../lib/hints";
import { t } from "../../lib/i18n";
import { useSwitches } from "../../lib/switches";
import { type Best, type Hint, useBest } from "./best";

export interface Hinting {
  best: Best;
  /** The hint, which is given in steps. */
  way: HintWay;
  /** Numbers that a hint points to; the move is one of them. Empty before the second step. */
  area: readonly number[];
  /** The reason for the hint; empty while there is none. */
  text: string;
  /** The proven score that the hint keeps possible; null until the hint is shown. */
  kept: number | null;
  /** Set if the player wants to see the move but it is not known yet. */
  looking: boolean;
  busy: boolean;
  error: ApiError | null;
  again: () => void;
  /** Ask for the next step; null if hints are not available. */
  ask: (() => void) | null;
}

function textOf(hint: Hint | null): string {
  const number = hint?.moves[0] ?? "";
  return hint === null
    ? ""
    : hint.status === "optimal"
      ? t("taxman.hint.proven", { number, value: hint.value })
      : t("taxman.hint.bounded", { number, value: hint.value });
}

/** Return the move that the last step of a hint names; null before that step. */
function fromSteps({ told, live }: HintWay): Hint | null {
  const step = told.find((one) => one.step === "move");
  return step && live.result ? { moves: step.moves, status: live.result.status, value: step.numbers[1] ?? 0 } : null;
}

/** Return the hints for a position; `wantsBest` is set if the best score is shown even without a hint. */
export function useHinting(position: TaxmanDescribed, aim: AimStore, wantsBest: boolean): Hinting {
  const mode = useSwitches().hints;
  const way = useHints(position.over ? null : position.id, mode);
  const { live, wantsMove } = way;
  const best = useBest(position, wantsBest, wantsMove && mode === "full");
  const hint = mode === "full" ? best.hint : fromSteps(way);
  const text = textOf(hint);
  const hinted = hint?.moves[0];
  const show = (): boolean => {
    if (!wantsMove || hinted === undefined) {
      return false;
    }
    aim.set({ hover: null, pin: Number(hinted), hint: Number(hinted) });
    announce(text);
    return true;
  };
  useEffect(() => void show(), [wantsMove, hinted]);
  const ask = (): void => {
    if (mode === "full" && best.error) {
      best.again();
    }
    way.ask();
    // Show the move again if it is known: the reader may have aimed at another number since.
    if (!show()) {
      aim.set(NOTHING);
    }
  };
  const looking = wantsMove && hint === null;
  return {
    best,
    way,
    area: wantsMove ? [] : (way.told.find((one) => one.step === "area")?.moves ?? []).map(Number),
    text,
    kept: wantsMove && hint?.status === "optimal" ? Number(hint.value) : null,
    looking,
    busy: mode === "full" ? looking && best.running : live.running,
    error: live.error ?? best.error,
    again: mode === "full" ? best.again : live.again,
    ask: mode === "off" ? null : ask,
  };
}
