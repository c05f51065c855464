/** Grades how hard a deal is for a person, with the reasons as texts. The grades are those of the library. */
import type { PursuitDifficulty } from "../../generated/api";
import { allowed, farFrom } from "./best";
import type { Expression } from "./expressions";
import type { State } from "./rules";
import { type Budget, closest } from "./search";
import { solutions } from "./solutions";
import type { Allowed } from "./solve";

const GRADES: readonly [PursuitDifficulty["grade"], number][] = [
  ["very easy", 10],
  ["easy", 20],
  ["medium", 35],
  ["hard", 50],
  ["very hard", 99],
];
const COUNTED = 20;
const FEW: readonly [most: number, weight: number][] = [
  [1, 15],
  [4, 10],
  [COUNTED - 1, 5],
  [COUNTED, 0],
];

const counted = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

/** Explain why a target cannot be hit. */
function miss(target: number, best: Expression | null, useAll: boolean): string {
  const value = Number(best?.value.top);
  const steps = best?.steps.length ?? 0;
  if (!best || (useAll && best.numbers.length > 1 && value > 2 * target)) {
    return `${target} cannot be hit; no result comes closer than 0, which counts if you make nothing`;
  }
  const way = steps > 0 ? `in ${counted(steps, "step")}` : "which is dealt";
  return `${target} cannot be hit; the closest is ${value}, ${way}`;
}

/** Grade how hard it is for a person to hit a target. */
export function graded(budget: Budget, { numbers, target, rules: declared }: State): PursuitDifficulty {
  const rules = allowed(declared);
  const best = closest(budget, numbers, target, rules);
  if (!best || farFrom(target, best) > 0) {
    return { grade: "impossible", points: 100, reasons: [miss(target, best, rules.useAll)] };
  }
  const steps = best.steps.length;
  if (steps === 0) {
    return { grade: "very easy", points: 0, reasons: ["the target itself is dealt"] };
  }
  const reasons: [weight: number, words: string][] = [[10 * steps, `it takes ${counted(steps, "step")}`]];
  const all = solutions(budget.search(numbers, target, rules), target, COUNTED).flat().length;
  const count = Math.max(1, Math.min(all, COUNTED));
  const [, weight = 0] = FEW.find(([most]) => count <= most) ?? [];
  const least = count === COUNTED ? "at least " : "";
  const variety = count === 1 ? "is only one solution" : `are ${least}${count} essentially different solutions`;
  reasons.push([weight, `there ${variety}`]);
  const operators = rules.operators.filter((operator) => operator !== "/");
  const divides = operators.length < rules.operators.length;
  if (divides && !reaches(budget, numbers, target, { ...rules, operators })) {
    reasons.push([10, "it cannot be done without division"]);
  }
  const largest = Number(best.largest.top);
  if (largest > target && largest > 1000) {
    const [size, points] = largest > 10_000 ? ["10,000", 10] : ["1,000", 5];
    reasons.push([Number(points), `a result on the way is beyond ${size}`]);
  }
  if (hasScheme(numbers, target, rules)) {
    reasons.push([-10, "there is a simple scheme: at most one product, and numbers added or taken away"]);
  }
  const sum = reasons.reduce((all, [points]) => all + points, 0);
  const points = Math.max(0, Math.min(99, sum));
  const signed = (number: number): string => (number > 0 ? `+${number}` : `${number}`);
  return {
    grade: GRADES.find(([, most]) => points <= most)?.[0] ?? "very hard",
    points,
    reasons: reasons.map(([number, words]) => (number === 0 ? words : `${words} (${signed(number)})`)),
  };
}

/** Return whether numbers reach a target; false if the rules allow no operator. */
function reaches(budget: Budget, numbers: readonly number[], target: number, rules: Allowed): boolean {
  if (rules.operators.length === 0) {
    return false;
  }
  const search = budget.search(numbers, target, rules);
  return search.levels.flat().some((part) => search.has(part, target));
}

/**
 * Return the sums and differences of the numbers, each with a flag that is set if at least one number is added. Without
 * plus, at most one number is added.
 */
function sums(numbers: readonly number[], { operators, useAll }: Allowed): ReadonlySet<string> {
  let found: (readonly [sum: number, has: boolean])[] = [[0, false]];
  for (const number of numbers) {
    const more = found
      .filter(([, has]) => !has || operators.includes("+"))
      .map(([sum]) => [sum + number, true] as const);
    const less = operators.includes("-") ? found.map(([sum, has]) => [sum - number, has] as const) : [];
    const all = [...more, ...less, ...(useAll ? [] : found)];
    found = [...new Map(all.map((one) => [String(one), one])).values()];
  }
  return new Set(found.map(String));
}

/** Return the factors made from one number, or from two by plus or minus. Without plus, they may be negative. */
function factors(numbers: readonly number[], { operators, positive }: Allowed): number[] {
  const [low = 0, high] = [...numbers].sort((a, b) => a - b);
  if (high === undefined) {
    return [low];
  }
  const found = operators.includes("+") ? [low + high] : [];
  if (!operators.includes("-")) {
    return found;
  }
  const below = operators.includes("+") || positive ? [] : [low - high];
  return [...found, ...below, ...(high > low || !positive ? [high - low] : [])];
}

/** Return whether the target is a sum or difference of the numbers, with at most one simple product among them. */
function hasScheme(numbers: readonly number[], target: number, rules: Allowed): boolean {
  const { operators } = rules;
  if (sums(numbers, rules).has(`${target},true`)) {
    return true;
  }
  const without = (list: readonly number[], ...places: number[]): number[] =>
    list.filter((_, at) => !places.includes(at));
  return (
    operators.includes("*") &&
    numbers.some((number, at) => {
      const others = without(numbers, at);
      const chosen = others.flatMap((_, i) => [[i], ...others.slice(i + 1).map((_other, j) => [i, i + 1 + j])]);
      return chosen.some((places) => {
        const rest = sums(without(others, ...places), rules);
        const product = (factor: number): number => number * factor;
        return factors(
          places.map((place) => others[place] ?? 0),
          rules,
        )
          .map(product)
          .some(
            (result) =>
              rest.has(`${target - result},false`) ||
              // Without plus, either the rest is subtracted from the product, or the product from the rest.
              (operators.includes("+") && rest.has(`${target - result},true`)) ||
              (operators.includes("-") && rest.has(`${target + result},true`)),
          );
      });
    })
  );
}
