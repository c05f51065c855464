/** A position as the server describes it, by the rules that the pages have themselves. */
import type { TaxmanDescribed } from "../../generated/api";
import { BEST_STEPS, PREVIEWED } from "../../generated/taxman-rules";
import { type Rules, rulesOf } from "../../lib/rules";
import { type Board, boardOf } from "./rules";

/** The proven best scores of the pots 1 to 1, 1 to 2, and so on. */
const BEST: readonly number[] = (() => {
  let score = 0;
  return BEST_STEPS.split(" ").map((step) => {
    score += Number(step);
    return score;
  });
})();

function described(board: Board): TaxmanDescribed {
  const { moves, n, pot } = board;
  const legal = board.legal();
  const start = `taxman:${n ?? `pot.${pot.join(".")}`}${board.waits ? "~end" : ""}`;
  return {
    game: "taxman",
    id: moves.length > 0 ? `${start}/${moves.join(".")}` : start,
    start,
    moves: moves.map(String),
    legal: legal.map(String),
    over: legal.length === 0,
    scores: [board.player, board.taxman],
    n,
    pot,
    total: pot.reduce((total, number) => total + number, 0),
    variant: board.waits ? "end" : "immediate",
    tiles: board.tiles(),
    previews: pot.length > PREVIEWED ? null : legal.map((number) => board.preview(number)),
    best: n === null ? null : (BEST[n - 1] ?? null),
  };
}

/** The position of an id; null where it is for the server to say what is wrong with it. */
export function read(id: string): TaxmanDescribed | null {
  const board = boardOf(id);
  return board && described(board);
}

/** The rules as games under way want them. */
export const RULES: Rules<TaxmanDescribed> = rulesOf(read);
