/** Write the outcome of a game as a row of squares, for a text to friends: no move can be read from it. */
import type { Described } from "../../generated/api";
import { roughly } from "../../lib/exact";
import type { Outcome } from "../../lib/profile";

const WIDTH = 10;
/** The longest row of steps. */
const MOST = 12;
const [MINE, THEIRS, PERFECT, NOBODYS] = ["🟦", "🟥", "🟨", "⬜"];

/**
 * The bar between two sides in ten squares: first the part of the player `me`, in gold where nothing better was possible.
 * A game alone has a square for each step, and a last one: gold at the best result, else red.
 */
export function squares(record: Described, { perfect, moves }: Pick<Outcome, "perfect" | "moves">, me: number): string {
  const totals = record.scores.map(roughly);
  const [mine = 0, theirs] = me === 1 ? [...totals].reverse() : totals;
  if (theirs === undefined) {
    return MINE.repeat(Math.min(moves, MOST)) + (perfect ? PERFECT : THEIRS);
  }
  if (mine + theirs <= 0) {
    return NOBODYS.repeat(WIDTH);
  }
  const half = WIDTH / 2;
  const near = Math.max(0, Math.min(WIDTH, Math.round((WIDTH * mine) / (mine + theirs))));
  // A narrow win must not look like a tie.
  const part = mine > theirs ? Math.max(near, half + 1) : mine < theirs ? Math.min(near, half - 1) : half;
  return (perfect ? PERFECT : MINE).repeat(part) + THEIRS.repeat(WIDTH - part);
}
