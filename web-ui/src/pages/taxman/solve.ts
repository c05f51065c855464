/** Best and worst games of small pots, by the kernels: nothing is asked of the server. */
import type { Kernels } from "../../lib/kernels";

/** Nodes after which a question counts as hard, as in the library: a tenth of a second. */
const NODES = 200;
/** The square of the count times the sum of the numbers is less than this; kernels refuse the rest. */
const FAR = 2 ** 56;
/** Most numbers of a pot whose worst game is looked for. */
const MOST_WORST = 69;

/** A game from a position on: what it gains, and the moves in playing order. */
export interface Found {
  gain: number;
  moves: readonly number[];
}

/** The numbers as kernels want them, ascending; null if they are too large. */
function fit(left: readonly number[]): BigInt64Array | null {
  const sum = left.reduce((total, number) => total + number, 0);
  return left.length ** 2 * sum < FAR
    ? BigInt64Array.from(
        [...left].sort((a, b) => a - b),
        BigInt,
      )
    : null;
}

/** A best game with what is left of a pot; null if it is too hard, or the numbers are too large. */
export function best(kernels: Kernels, left: readonly number[]): Found | null {
  const numbers = fit(left);
  if (numbers === null) {
    return null;
  }
  const [games, gain, , , finished] = kernels.call("plain_best_games", { numbers, most_nodes: NODES, every: false });
  // Behind each game stands a zero.
  return finished ? { gain: Number(gain), moves: [...games].slice(0, -1).map(Number) } : null;
}

/** A worst game with what is left of a pot 1 to N whose player goes on while a move is legal; null if N is too large. */
export function worst(kernels: Kernels, n: number, left: readonly number[]): Found | null {
  const numbers = n <= MOST_WORST ? fit(left) : null;
  if (numbers === null) {
    return null;
  }
  const [moves] = kernels.call("plain_worst_game", { numbers });
  const found = [...moves].map(Number);
  return { gain: found.reduce((total, move) => total + move, 0), moves: found };
}
