import type { AimStore } from "../../components/tiles/aim";
import { useTileHints } from "../../components/tiles/hinting";
import type { TaxmanDescribed } from "../../generated/api";
import { type HintWay, useHints } from "../../lib/hints";
import { t } from "../../lib/i18n";
import { useSwitches } from "../../lib/switches";
import { type Hint, useBest } from "./best";

export type Hinting = ReturnType<typeof useHinting>;

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
export function useHinting(position: TaxmanDescribed, aim: AimStore, wantsBest: boolean) {
  const mode = useSwitches().hints;
  const way = useHints(position.over ? null : position.id, mode);
  const { live, wantsMove } = way;
  const best = useBest(position, wantsBest, wantsMove && mode === "full");
  const hint = mode === "full" ? best.hint : fromSteps(way);
  const number = hint?.moves[0];
  const retry = (): void => {
    if (mode === "full" && best.error) {
      best.again();
    }
  };
  const shown = useTileHints(way, aim, number === undefined ? undefined : Number(number), textOf(hint), retry);
  const looking = wantsMove && hint === null;
  return {
    ...shown,
    best,
    /** The proven score that the hint keeps possible; null until the hint is shown. */
    kept: wantsMove && hint?.status === "optimal" ? Number(hint.value) : null,
    /** Set if the player wants to see the move but it is not known yet. */
    looking,
    busy: mode === "full" ? looking && best.running : live.running,
    error: live.error ?? best.error,
    again: mode === "full" ? best.again : live.again,
  };
}
