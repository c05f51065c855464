/** Hints that the board shows, either step by step or all at once. */
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
  /** The hint, which is given in steps. */
  way: HintWay;
  /** Numbers that a hint points to; the move is one of them. Empty before the second step. */
  area: readonly number[];
  /** The reason for the hint; empty while there is none. */
  text: string;
  /** Set if the player wants to see the move but it is not known yet. */
  looking: boolean;
  error: ApiError | null;
  again: () => void;
  /** Ask for the next step; null if hints are not available. */
  ask: (() => void) | null;
}

/** Return the hints for a position; there are none unless `open` is set. */
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
    // Show the move again if it is known: the reader may have aimed at another number since.
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
