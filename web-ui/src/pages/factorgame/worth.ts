/** The worth of moves, if the board is small enough to compute it quickly. */

import type { Seats } from "../../components/two/seats";
import { either } from "../../components/two/words";
import type { FactorgameDescribed, FactorSolved } from "../../generated/api";
import { LIMITS } from "../../generated/factorgame";
import { num, t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { type Live, useLive } from "../../lib/solver";
import { read } from "./rules";
import { points } from "./words";

/** Maximum count of open numbers for which the worth of all moves is computed automatically. */
export const QUICK: number = SITE ? LIMITS["solved-alone"] : LIMITS.solved;

/** Return whether best play in a position can be found almost immediately. */
export function isQuick({ tiles }: FactorgameDescribed): boolean {
  return tiles.filter(({ fate }) => fate === "open").length <= QUICK;
}

/** Return the id if the position's proof can be shown; null if the board is too large. */
export function provable(id: string): string | null {
  return (read(id)?.n ?? 0) <= LIMITS.proven ? id : null;
}

/** Request best play in a position and the cost of each move; if `id` is null, request nothing. */
export function useWorth(id: string | null): Live<FactorSolved> {
  return useLive<FactorSolved>(id === null ? null : "/factorgame/solve", { position: id, costs: true });
}

/** Return the totals after best play from a position; null until they are proven. */
export function useFinal(record: FactorgameDescribed | null): { totals: [number, number] | null; running: boolean } {
  const { result, running } = useWorth(record?.id ?? null);
  const line = [...(record?.moves ?? []), ...(result?.moves ?? [])].join(".");
  const end = result?.status === "optimal" && record ? read(line ? `${record.start}/${line}` : record.start) : null;
  return { totals: end && points(end), running };
}

/** Return a map from each legal move to its cost; empty if the costs are unknown. */
export function costsOf(solved: FactorSolved | null): ReadonlyMap<number, number> {
  return new Map(Object.entries(solved?.costs ?? {}).map(([move, cost]) => [Number(move), cost]));
}

/** Return the position before the last `moves` moves; null if there were fewer. */
function before(record: FactorgameDescribed, moves: number): FactorgameDescribed | null {
  const kept = record.moves.slice(0, record.moves.length - moves);
  return moves > record.moves.length
    ? null
    : read(kept.length > 0 ? `${record.start}/${kept.join(".")}` : record.start);
}

/** Return the cost of the move `ago` moves back, and better moves; null until the cost is known. */
function useCost(
  record: FactorgameDescribed | null,
  ago: number,
): { number: number; cost: number; better: string } | null {
  const earlier = record && ago > 0 ? before(record, ago) : null;
  const { result } = useWorth(earlier && isQuick(earlier) ? earlier.id : null);
  const number = Number(record?.moves.at(-ago));
  const cost = costsOf(result).get(number);
  return cost === undefined ? null : { number, cost, better: either((result?.best_moves ?? []).map(String)) };
}

/** Return a comment on the latest moves of the reader and the opponent; empty if `record` is null. */
export function useComment(record: FactorgameDescribed | null, { me }: Seats): string {
  const count = record?.moves.length ?? 0;
  const lastIsMine = me === null || (count - 1) % 2 === me;
  const own = useCost(record, lastIsMine ? Math.min(1, count) : count > 1 ? 2 : 0);
  const theirs = useCost(record, lastIsMine ? 0 : 1);
  const said: string[] = [];
  if (own) {
    const number = String(own.number);
    said.push(
      own.cost === 0
        ? t("factor.comment.fine", { number })
        : t("factor.comment.cost", { number, cost: num(own.cost), better: own.better }),
    );
  }
  if (theirs && theirs.cost > 0 && record?.over === false) {
    said.push(t("factor.comment.gift", { cost: num(theirs.cost) }));
  }
  return said.join(" ");
}
