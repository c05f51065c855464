/** Best and worst games of small pots, computed in the browser by the kernels. */
import type { Kernels } from "../../lib/kernels";

/** A question is too hard if it takes more nodes than this (about 0.1 s), as in the library. */
const NODES = 200;
/** The kernels refuse a pot unless the squared count of its numbers times their sum is less than this. */
const FAR = 2 ** 56;
/** Maximum N for which a worst game of the pot 1 to N is searched for. */
const MOST_WORST = 69;

/** A game from a position: its gain, and its moves in playing order. */
export interface Found {
  gain: number;
  moves: readonly number[];
}

/** Return the numbers as an ascending array for the kernels; null if they are too large. */
function fit(left: readonly number[]): BigInt64Array | null {
  const sum = left.reduce((total, number) => total + number, 0);
  return left.length ** 2 * sum < FAR
    ? BigInt64Array.from(
        [...left].sort((a, b) => a - b),
        BigInt,
      )
    : null;
}

/** Return a best game with the remaining numbers; null if it is too hard, or the numbers are too large. */
export function best(kernels: Kernels, left: readonly number[]): Found | null {
  const numbers = fit(left);
  if (numbers === null) {
    return null;
  }
  const [games, gain, , , finished] = kernels.call("plain_best_games", { numbers, most_nodes: NODES, every: false });
  // Leave out the zero that ends each game.
  return finished ? { gain: Number(gain), moves: [...games].slice(0, -1).map(Number) } : null;
}

/**
 * Return a game in which the player, who must move while a move is legal, scores as little as possible. `left` has the
 * numbers that remain of a pot 1 to N. Return null if N is too large.
 */
export function worst(kernels: Kernels, n: number, left: readonly number[]): Found | null {
  const numbers = n <= MOST_WORST ? fit(left) : null;
  if (numbers === null) {
    return null;
  }
  const [moves] = kernels.call("plain_worst_game", { numbers });
  const found = [...moves].map(Number);
  return { gain: found.reduce((total, move) => total + move, 0), moves: found };
}
