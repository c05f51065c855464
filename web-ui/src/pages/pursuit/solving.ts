/** Answers questions about one deal: its best result, and all targets that it can hit. */
import { only, proven } from "../../answers/play";
import type { Exact, PursuitMap, PursuitSolved } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import type { Kernels } from "../../lib/kernels";
import { exact, text } from "../../lib/rational";
import { allowed, solved, within } from "./best";
import { graded } from "./difficulty";
import type { Expression } from "./expressions";
import { codeFrom, type State, stateOf, writeMove } from "./rules";
import type { Budget } from "./search";
import { solutions, written } from "./solutions";

/** The answer about a deal counts the targets that can be hit up to at least this number. */
const COUNTED = 1000;
/** Maximum number of listed solutions; `TOTAL` is the maximum size of a deal whose solutions are listed. */
const LISTED = 500;
const TOTAL = 6;

/** Return the first and last target of a range; null if the text is not a range, or the range is too long. */
export function targetsOf(words: string, most: number): [low: number, high: number] | null {
  const [, low = 0, high = 0] = (/^([1-9]\d{0,6})-([1-9]\d{0,6})$/.exec(words) ?? []).map(Number);
  return low >= 1 && low <= high && high <= LIMITS.target && high - low < most ? [low, high] : null;
}

/** Return how many targets a deal can hit, and the closest below and above the deal's own target. */
function nearest(budget: Budget, { numbers, target, rules }: State): PursuitSolved["nearest"] {
  const high = Math.max(COUNTED, target);
  const fewest = budget.reach(numbers, 1, Math.min(2 * high, LIMITS.target), allowed(rules));
  let [count, below, above] = [0, 0, 0];
  for (let at = 0; at < fewest.length; at += 1) {
    if (fewest[at] !== 0) {
      count += at < high ? 1 : 0;
      below = at + 1 < target ? at + 1 : below;
      above = at + 1 > target && above === 0 ? at + 1 : above;
    }
  }
  return { low: 1, high, count, below: below || null, above: above || null };
}

const told = (found: Expression): { expression: string; operations: number; largest: Exact } => ({
  expression: String(found),
  operations: found.steps.length,
  largest: exact(found.largest),
});

/** Return the simplest solutions of a deal, at most `limit`, and the number of all solutions. */
function listed(budget: Budget, { numbers, rules }: State, best: Expression | null, limit: number) {
  const value = Number(best?.value.top);
  const all = best ? solutions(budget.search(numbers, value, allowed(rules)), value) : [];
  const some = written(all, limit).map((one) => ({ ...told(one), largest_text: text(one.largest) }));
  const total = all.flat().length;
  return { solutions: some, count: some.length, complete: some.length === total, total };
}

/** Answer with the simplest way to come as close to a target as possible, and with other solutions on request. */
export function solve(query: URLSearchParams, kernels: Kernels): PursuitSolved | null {
  const began = performance.now();
  const state = only(query, "position", "all", "limit") ? stateOf(query.get("position") ?? "") : null;
  const [everything, limit] = [query.get("all") === "1", Number(query.get("limit") ?? "0")];
  const begun = state !== null && state.moves.length > 0;
  const listable = limit >= 1 && limit <= LISTED && !begun && (state?.numbers.length ?? 0) <= TOTAL;
  if (!state || (everything ? !listable : query.has("all") || query.has("limit"))) {
    return null;
  }
  return within(kernels, (budget): PursuitSolved => {
    const { moves, distance, expression } = solved(budget, state);
    return {
      ...proven({ game: "pursuit", id: state.id }, "distance", distance),
      moves: moves.map(writeMove),
      numbers: state.numbers,
      target: state.target,
      rules: state.rules.text,
      reachable: distance === 0,
      distance,
      reached: expression && Number(expression.value.top),
      ...(expression ? told(expression) : { expression, operations: 0, largest: null }),
      steps: expression?.lines ?? [],
      used: expression?.numbers.sort((a, b) => a - b) ?? [],
      difficulty: begun ? null : graded(budget, state),
      nearest: begun || distance === 0 ? null : nearest(budget, state),
      total: null,
      expressions: null,
      ...(everything && listed(budget, state, expression, limit)),
      seconds: Math.round(performance.now() - began) / 1000,
    };
  });
}

/** Answer with all targets that a deal can hit. */
export function map(query: URLSearchParams, kernels: Kernels): PursuitMap | null {
  const state = stateOf(`pursuit:${query.get("numbers")}:1${codeFrom(query.get("rules") ?? "")}`);
  const targets = targetsOf(query.get("targets") ?? `1-${COUNTED}`, LIMITS.targets);
  if (!only(query, "numbers", "targets", "rules") || !state || !targets) {
    return null;
  }
  const [low, high] = targets;
  const { numbers, rules } = state;
  return within(kernels, (budget): PursuitMap => {
    const fewest = Array.from(budget.reach(numbers, low, high, allowed(rules)));
    const [reachable, missing] = [true, false].map((wanted) =>
      fewest.flatMap((count, at) => (count > 0 === wanted ? [low + at] : [])),
    ) as [number[], number[]];
    return { numbers, rules: rules.text, low, high, reachable, count: reachable.length, missing, fewest };
  });
}
