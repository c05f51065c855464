/** Describes positions as the server does, but in the browser. */
import type { TaxmanDescribed } from "../../generated/api";
import { BEST_STEPS, PREVIEWED } from "../../generated/taxman-rules";
import { type Rules, rulesOf } from "../../lib/rules";
import { boardOf, described } from "./rules";

/** The proven best scores for the pots 1 to 1, 1 to 2, and so on. */
const BEST: readonly number[] = (() => {
  let score = 0;
  return BEST_STEPS.split(" ").map((step) => {
    score += Number(step);
    return score;
  });
})();

/** Return the position with an id; null if the id is invalid, in which case the server explains the error. */
export function read(id: string): TaxmanDescribed | null {
  const board = boardOf(id);
  return board && described(board, board.n === null ? null : (BEST[board.n - 1] ?? null), PREVIEWED);
}

/** The rules that the pages use to read positions and make moves. */
export const RULES: Rules<TaxmanDescribed> = rulesOf(read);
