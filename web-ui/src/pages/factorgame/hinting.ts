import type { AimStore } from "../../components/tiles/aim";
import { useTileHints } from "../../components/tiles/hinting";
import type { FactorgameDescribed } from "../../generated/api";
import { useHints } from "../../lib/hints";
import { num, t } from "../../lib/i18n";
import { useSwitches } from "../../lib/switches";
import { useWorth } from "./worth";

export type Hinting = ReturnType<typeof useHinting>;

/** Return the hints for a position; there are none unless `open` is set. */
export function useHinting(record: FactorgameDescribed, open: boolean, aim: AimStore) {
  const mode = useSwitches().hints;
  const way = useHints(open ? record.id : null, mode);
  const { wantsMove } = way;
  const worth = useWorth(open && wantsMove ? record.id : null);
  const proven = worth.result?.best_moves?.[0];
  const found = proven ?? worth.result?.moves[0];
  const lead = Number(worth.result?.value) * (record.to_move === 0 ? 1 : -1);
  const end = proven === undefined ? "unproven" : lead > 0 ? "win" : lead < 0 ? "lose" : "tie";
  const text = found === undefined ? "" : t(`factor.hint.${end}`, { number: String(found), lead: num(Math.abs(lead)) });
  const retry = (): void => {
    if (worth.error) {
      worth.again();
    }
  };
  return {
    ...useTileHints(way, aim, found, text, retry),
    /** Set if the player wants to see the move but it is not known yet. */
    looking: wantsMove && worth.running,
    error: way.live.error ?? worth.error,
    again: way.live.error ? way.live.again : worth.again,
  };
}
