/** Opponents in games for two, which choose among legal moves as the library's opponents do. */
import { Chance } from "./chance";

/** A legal move, its immediate gain, and the margin that its player reaches if both sides then play perfectly. */
export interface Choice {
  move: string;
  gain: number | bigint;
  margin: number | bigint;
}

/** Maps an opponent's name to a function that weights the moves. A noisy opponent makes one move in ten at random. */
const WEIGHTS: Readonly<Record<string, (choices: readonly Choice[]) => number[]>> = {
  perfect: (choices) => onFirst(choices, "margin"),
  greedy: (choices) => onFirst(choices, "gain"),
  random: (choices) => choices.map(() => 1),
  noisy: (choices) => onFirst(choices, "margin").map((best) => 1 + 9 * choices.length * best),
};

/** Return weight 1 for the first of the best moves, and 0 for all other moves. */
function onFirst(choices: readonly Choice[], by: "gain" | "margin"): number[] {
  const most = choices.reduce((best, choice) => (choice[by] > best[by] ? choice : best));
  return choices.map((choice) => Number(choice === most));
}

/** Choose an opponent's move; null for an unknown opponent. The same seed in the same position gives the same move. */
export function chosen(opponent: string, seed: string, id: string, choices: readonly Choice[]): string | null {
  const weights =
    choices.length > 0 && /^\d{1,10}$/.test(seed) && Number(seed) < 2 ** 31 ? WEIGHTS[opponent]?.(choices) : undefined;
  if (weights === undefined) {
    return null;
  }
  const total = weights.reduce((all, weight) => all + weight, 0);
  let part = new Chance(`${Number(seed)} ${id}`).below(total);
  const at = weights.findIndex((weight) => {
    part -= weight;
    return part < 0;
  });
  return choices[at]?.move ?? null;
}
