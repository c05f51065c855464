/** Write the outcome of a game as a row of squares to send to friends. The squares reveal no move. */
import type { Described } from "../../generated/api";
import { roughly } from "../../lib/exact";
import type { Outcome } from "../../lib/profile";

const WIDTH = 10;
/** The longest row of steps. */
const MOST = 12;
const [MINE, THEIRS, PERFECT, NOBODYS] = ["🟦", "🟥", "🟨", "⬜"];

/**
 * Return the bar between two sides as ten squares. The share of player `me` comes first, in gold if that player could
 * not do better. In a one-player game, each step has a square, and a last one is gold for the best possible result,
 * else red.
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
