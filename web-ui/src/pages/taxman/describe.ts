/** A position as the server describes it, by the rules that the pages have themselves. */
import type { TaxmanDescribed } from "../../generated/api";
import { BEST_STEPS, PREVIEWED } from "../../generated/taxman-rules";
import { type Rules, rulesOf } from "../../lib/rules";
import { boardOf, described } from "./rules";

/** The proven best scores of the pots 1 to 1, 1 to 2, and so on. */
const BEST: readonly number[] = (() => {
  let score = 0;
  return BEST_STEPS.split(" ").map((step) => {
    score += Number(step);
    return score;
  });
})();

/** The position of an id; null where it is for the server to say what is wrong with it. */
export function read(id: string): TaxmanDescribed | null {
  const board = boardOf(id);
  return board && described(board, board.n === null ? null : (BEST[board.n - 1] ?? null), PREVIEWED);
}

/** The rules as games under way want them. */
export const RULES: Rules<TaxmanDescribed> = rulesOf(read);
