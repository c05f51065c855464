/** Turns the outcome of a game into a row of squares to send to friends, without revealing a move. */
import type { Described } from "../../generated/api";
import { roughly } from "../../lib/exact";
import type { Outcome } from "../../lib/profile";

const WIDTH = 10;
/** Maximum number of squares for the moves of a one-player game. */
const MOST = 12;
const [MINE, THEIRS, PERFECT, NOBODYS] = ["🟦", "🟥", "🟨", "⬜"];

/**
 * Return a row of squares. In a game for two, ten squares show both players' shares. The share of player `me` comes
 * first, in gold if that player could not do better. In a one-player game, each move has a square, up to a limit. One
 * more square at the end is gold for the best possible result, else red.
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
