/** What moves are worth, as far as it can be found out in time. */

import type { Seats } from "../../components/two/seats";
import { either } from "../../components/two/words";
import type { FactorgameDescribed, FactorSolved } from "../../generated/api";
import { LIMITS } from "../../generated/factorgame";
import { num, t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { type Live, useLive } from "../../lib/solver";
import { read } from "./rules";
import { points } from "./words";

/** Most numbers of a board that is looked at whole without being asked. */
export const QUICK: number = SITE ? LIMITS["solved-alone"] : LIMITS.solved;

/** Whether best play in a position is found at once, or nearly. */
export function isQuick({ tiles }: FactorgameDescribed): boolean {
  return tiles.filter(({ fate }) => fate === "open").length <= QUICK;
}

/** Best play in a position, and what each move gives away; null asks nothing. */
export function useWorth(id: string | null): Live<FactorSolved> {
  return useLive<FactorSolved>(id === null ? null : "/factorgame/solve", { position: id, costs: true }, { delay: 0 });
}

/** The totals to which best play from a position leads, as far as that is proven. */
export function useFinal(record: FactorgameDescribed | null): { totals: [number, number] | null; running: boolean } {
  const { result, running } = useWorth(record?.id ?? null);
  const line = [...(record?.moves ?? []), ...(result?.moves ?? [])].join(".");
  const end = result?.status === "optimal" && record ? read(line ? `${record.start}/${line}` : record.start) : null;
  return { totals: end && points(end), running };
}

/** What each move gives away; empty where that is not known. */
export function costsOf(solved: FactorSolved | null): ReadonlyMap<number, number> {
  return new Map(Object.entries(solved?.costs ?? {}).map(([move, cost]) => [Number(move), cost]));
}

/** The position before the last moves of a game. */
function before(record: FactorgameDescribed, moves: number): FactorgameDescribed | null {
  const kept = record.moves.slice(0, record.moves.length - moves);
  return moves > record.moves.length
    ? null
    : read(kept.length > 0 ? `${record.start}/${kept.join(".")}` : record.start);
}

/** What a move gave away that was made some moves ago; nothing as long as that is not known. */
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

/** What is said of the latest moves: one's own mistake, or the opponent's; `record` is null where nothing is said. */
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
