/** Hints on the board: in steps or at once, and how good the game can still become. */
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
  /** The way to the move, step by step. */
  way: HintWay;
  /** Numbers among which the move lies, where that is what was asked for. */
  area: readonly number[];
  /** Why the hint is the hint; nothing as long as there is none. */
  text: string;
  /** The proven score that it keeps, once it has been told. */
  kept: number | null;
  /** Whether the move is wanted and not yet known. */
  looking: boolean;
  busy: boolean;
  error: ApiError | null;
  again: () => void;
  /** Asks for the next step; null where there are no hints. */
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

/** The hint that the last of the steps names. */
function fromSteps({ told, live }: HintWay): Hint | null {
  const step = told.find((one) => one.step === "move");
  return step && live.result ? { moves: step.moves, status: live.result.status, value: step.numbers[1] ?? 0 } : null;
}

/** Hints of a position; `wantsBest`: how good the game can become is shown, hint or not. */
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
    // Asked again, after looking elsewhere.
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
