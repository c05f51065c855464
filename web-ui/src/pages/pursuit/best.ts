/** Finds best play from a position, and chooses the same line as the library. */

import type { PursuitRules } from "../../generated/api";
import type { Kernels } from "../../lib/kernels";
import { equal, isWhole, whole } from "../../lib/rational";
import type { Expression, Operator } from "./expressions";
import type { State, Step } from "./rules";
import { Budget, closest, TooHard } from "./search";
import type { Allowed } from "./solve";

interface Solved {
  /** Moves from the position to the end of the game; null stands for stopping. */
  moves: readonly (Step | null)[];
  /** Final distance from the target. */
  distance: number;
  /** The formula of the number that counts at the end; null if no whole number can be made. */
  expression: Expression | null;
}

/** Run a search; return null if it would take too long in a browser. */
export function within<T>(kernels: Kernels, search: (budget: Budget) => T): T | null {
  try {
    return search(new Budget(kernels));
  } catch (error) {
    if (error instanceof TooHard) {
      return null;
    }
    throw error;
  }
}

export const allowed = ({ operators, use_all, fractions, positive }: PursuitRules): Allowed => ({
  operators: [...operators] as Operator[],
  useAll: use_all,
  fractions,
  positive,
});

export const farFrom = (target: number, { value }: Expression): number => Math.abs(Number(value.top) - target);

/** Return the formula of the number that counts at the end; prefer a number on the table to a used number. */
function formulaOf(made: State, end: State): Expression | null {
  const answer = whole(end.answer);
  const counts = (used: boolean): Expression | undefined =>
    end.made.find((entry) => entry.used === used && equal(entry.expression.value, answer))?.expression;
  return end.rules.use_all ? made.formula : (counts(false) ?? counts(true) ?? null);
}

/** Return best play from a position. */
export function solved(budget: Budget, state: State): Solved {
  const { table, target, rules } = state;
  if (!table.every((number) => isWhole(number) && Number.isSafeInteger(Number(number.top)))) {
    throw new TooHard();
  }
  const numbers = table.map(({ top }) => Number(top));
  const near = state.over ? null : closest(budget, numbers, target, allowed(rules));
  const made = (near?.steps ?? []).reduce((from, step) => from.play(step) ?? from, state);
  // Stop immediately if the current answer beats all results: it may be a used number, or 0 if all must be used.
  const isBest = near !== null && farFrom(target, near) <= state.distance;
  const last = isBest ? made : state;
  const end = last.play(null) ?? last;
  const begun = near === null || state.moves.length > 0;
  const distance = !begun && isBest ? farFrom(target, near) : Number(end.distance);
  return { moves: end.moves.slice(state.moves.length), distance, expression: begun ? formulaOf(made, end) : near };
}
