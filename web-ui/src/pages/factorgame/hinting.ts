/** Hints on the board: in steps or at once. */
import { useEffect } from "preact/hooks";
import { type AimStore, NOTHING } from "../../components/tiles/aim";
import type { FactorgameDescribed } from "../../generated/api";
import { announce } from "../../lib/announce";
import type { ApiError } from "../../lib/api";
import { type HintWay, useHints } from "../../lib/hints";
import { num, t } from "../../lib/i18n";
import { useSwitches } from "../../lib/switches";
import { useWorth } from "./worth";

export interface Hinting {
  /** The way to the move, step by step. */
  way: HintWay;
  /** Numbers among which the move lies, where that is what was asked for. */
  area: readonly number[];
  /** Why the hint is the hint; nothing as long as there is none. */
  text: string;
  /** Whether the move is wanted and not yet known. */
  looking: boolean;
  error: ApiError | null;
  again: () => void;
  /** Asks for the next step; null where there are no hints. */
  ask: (() => void) | null;
}

/** Hints of a position in which one can move. */
export function useHinting(record: FactorgameDescribed, open: boolean, aim: AimStore): Hinting {
  const mode = useSwitches().hints;
  const way = useHints(open ? record.id : null, mode);
  const { wantsMove } = way;
  const worth = useWorth(open && wantsMove ? record.id : null);
  const proven = worth.result?.best_moves?.[0];
  const found = proven ?? worth.result?.moves[0];
  const lead = Number(worth.result?.value) * (record.to_move === 0 ? 1 : -1);
  const end = proven === undefined ? "unproven" : lead > 0 ? "win" : lead < 0 ? "lose" : "tie";
  const text = found === undefined ? "" : t(`factor.hint.${end}`, { number: String(found), lead: num(Math.abs(lead)) });
  const show = (): boolean => {
    if (!wantsMove || found === undefined) {
      return false;
    }
    aim.set({ hover: null, pin: found, hint: found });
    announce(text);
    return true;
  };
  useEffect(() => void show(), [wantsMove, found]);
  const ask = (): void => {
    if (worth.error) {
      worth.again();
    }
    way.ask();
    // Asked again, after looking elsewhere.
    if (!show()) {
      aim.set(NOTHING);
    }
  };
  return {
    way,
    area: wantsMove ? [] : (way.told.find(({ step }) => step === "area")?.moves ?? []).map(Number),
    text,
    looking: wantsMove && worth.running,
    error: way.live.error ?? worth.error,
    again: way.live.error ? way.live.again : worth.again,
    ask: mode === "off" ? null : ask,
  };
}
