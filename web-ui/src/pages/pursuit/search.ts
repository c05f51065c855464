/**
 * Finds the simplest formula that comes as close to a target as possible, with whole numbers only.
 *
 * The search has the same order as in the library, so that both choose the same formula among equally simple ones.
 */
import type { Kernels } from "../../lib/kernels";
import { whole } from "../../lib/rational";
import { Expression, type Operator } from "./expressions";
import { type Allowed, Parts, reach, Values } from "./solve";

/** A formula. Its largest result decides how simple it is, and then the sum of its results, `total`. */
export interface Way {
  value: number;
  largest: number;
  total: number;
  operator: Operator | "";
  left: Way | null;
  right: Way | null;
}

/** A calculation that joins the value `x` of the part `left` to the value `y` of the part `right`. */
interface Split {
  left: number;
  x: number;
  operator: Operator;
  right: number;
  y: number;
}

/** Maximum number of values split and formulae compared for a question; a longer search is left to the library. */
const NODES = 150_000;
/** Values must stay below this limit, so that calculations with them are exact. */
const EXACT = 2 ** 50;
/** Typical count of values for each count of numbers, and counts of pairs that kernels join in tenths of a second. */
const WHOLE = [0, 1, 4, 25, 200, 2_000, 20_000, 200_000];
const WITH_FRACTIONS = [0, 1, 5, 50, 700, 12_000, 250_000, 6_000_000];
const WHOLE_PAIRS = 10_000_000;
const FRACTION_PAIRS = 500_000;
/** Maximum distance from the target at which results are searched for. */
const FARTHEST = 2 ** 22;

/** Thrown if a question would take too long in a browser. */
export class TooHard extends Error {}

/** The work left for a question, and the searches so far. All searches for one answer share this object. */
export class Budget {
  #left = NODES;
  readonly #searches = new Map<string, Search>();

  constructor(readonly kernels: Kernels) {}

  /** Return the search for these numbers and targets up to `high`; a search that was made earlier is reused. */
  search(numbers: readonly number[], high: number, rules: Allowed): Search {
    const key = JSON.stringify([numbers, high, rules]);
    const search = this.#searches.get(key) ?? new Search(this, numbers, high, rules);
    this.#searches.set(key, search);
    return search;
  }

  /** Return how few numbers reach each target from `low` to `high`; 0 for a target that cannot be reached. */
  reach(numbers: readonly number[], low: number, high: number, rules: Allowed): Uint8Array {
    const fewest = isQuick(numbers, rules) ? reach(this.kernels, numbers, low, high, rules) : null;
    if (!fewest) {
      throw new TooHard();
    }
    return fewest;
  }

  spend(nodes: number): void {
    this.#left -= nodes;
    if (this.#left < 0) {
      throw new TooHard();
    }
  }
}

/** Return whether the first way is simpler than the second. */
export function isSimpler(one: Way, other: Way): boolean {
  return one.largest < other.largest || (one.largest === other.largest && one.total < other.total);
}

/** Join two formulae, and return the result; return the earlier way `than` instead if the result is not simpler. */
export function joined(value: number, left: Way, operator: Operator, right: Way, than: Way | undefined | null): Way {
  const size = Math.abs(value);
  const largest = Math.max(size, left.largest, right.largest);
  const way = { value, largest, total: size + left.total + right.total, operator, left, right };
  return than && !isSimpler(way, than) ? than : way;
}

export const single = (value: number): Way => ({ value, largest: 0, total: 0, operator: "", left: null, right: null });

/** Return the formula of a way as an expression. */
export function formula({ value, operator, left, right }: Way): Expression {
  return operator === "" || !left || !right
    ? new Expression(whole(value))
    : Expression.joined(formula(left), operator, formula(right));
}

/**
 * Return whether all values of a deal can be found in a few tenths of a second. The estimate assumes that k equal
 * numbers divide the count of values by k!.
 */
function isQuick(numbers: readonly number[], { fractions }: Allowed): boolean {
  const parts = new Parts(numbers);
  const typical = fractions ? WITH_FRACTIONS : WHOLE;
  const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(count - 1));
  const sizes = parts.digits.map(
    (digits, part) =>
      (typical[parts.size(part)] ?? Infinity) / digits.reduce((all, digit) => all * factorial(digit), 1),
  );
  let count = 0;
  for (let at = 0; at < parts.splits.length; at += 2) {
    count += (sizes[Number(parts.splits[at])] ?? 0) * (sizes[Number(parts.splits[at + 1])] ?? 0);
  }
  return count <= (fractions ? FRACTION_PAIRS : WHOLE_PAIRS);
}

/** The values of a deal's parts, the calculations that lead to them, and the simplest formulae. */
export class Search {
  readonly #values: Values;
  readonly #sets = new Map<number, ReadonlySet<number>>();
  readonly #ascending = new Map<number, readonly number[]>();
  readonly #best = new Map<string, Way | null>();

  /** Throw `TooHard` if numbers and targets are together too large, or if fractions are allowed. */
  constructor(
    readonly budget: Budget,
    readonly numbers: readonly number[],
    high: number,
    readonly rules: Allowed,
  ) {
    const quick = !rules.fractions && isQuick(numbers, rules);
    const values = quick ? Values.of(budget.kernels, numbers, high, rules) : null;
    const largest = values && BigInt(Math.max(high, 2)) * values.parts.bound(values.parts.whole);
    if (!values || !largest || largest > EXACT) {
      throw new TooHard();
    }
    this.#values = values;
  }

  get parts(): Values["parts"] {
    return this.#values.parts;
  }

  /** Return the parts whose numbers may form a solution, in groups of equal size from the smallest. */
  get levels(): number[][] {
    const { parts } = this;
    if (this.rules.useAll) {
      return [[parts.whole]];
    }
    const levels: number[][] = Array.from({ length: parts.size(parts.whole) }, () => []);
    for (let part = 1; part <= parts.whole; part += 1) {
      levels[parts.size(part) - 1]?.push(part);
    }
    return levels;
  }

  /** Return the only number of a part of size 1. */
  card(part: number): number {
    const at = this.parts.digits[part]?.findIndex((digit) => digit > 0) ?? 0;
    return this.parts.numbers[at] ?? 0;
  }

  values(part: number): ReadonlySet<number> {
    const set = this.#sets.get(part) ?? new Set(this.#values.whole(part));
    this.#sets.set(part, set);
    return set;
  }

  #sorted(part: number): readonly number[] {
    const sorted = this.#ascending.get(part) ?? [...this.values(part)].sort((a, b) => a - b);
    this.#ascending.set(part, sorted);
    return sorted;
  }

  /** Return whether a part reaches a target. As values may omit 0, assume that 0 is reached if the rules allow it. */
  has(part: number, target: number): boolean {
    if (target === 0 && this.parts.size(part) > 1) {
      return !this.rules.positive;
    }
    return part < this.parts.whole
      ? this.values(part).has(target)
      : target > 0 && this.#values.marked(target, target)[0] === 1;
  }

  /** Return the one or two values closest to a target, ascending; empty if no value lies within the distance. */
  nearest(target: number, within: number): number[] {
    if (within > FARTHEST) {
      throw new TooHard();
    }
    const reached = new Set(
      this.levels.flat().flatMap((part) => this.#values.between(part, target - within, target + within)),
    );
    const far = (value: number): number => Math.abs(value - target);
    const least = [...reached].reduce((best, value) => Math.min(best, far(value)), Infinity);
    return [...reached].filter((value) => far(value) === least).sort((a, b) => a - b);
  }

  /** Return the simplest formula for a target. */
  simplest(target: number): Expression | null {
    for (const parts of this.levels) {
      let simplest: Way | null = null;
      for (const part of parts) {
        const way = this.has(part, target) ? this.best(part, target) : null;
        simplest = way && (!simplest || isSimpler(way, simplest)) ? way : simplest;
      }
      if (simplest) {
        return formula(simplest).leftToRight();
      }
    }
    return null;
  }

  /** Return the simplest formula for a value that uses all numbers of a part; null if there is none. */
  best(part: number, value: number): Way | null {
    if (this.parts.size(part) === 1) {
      return single(this.card(part));
    }
    const key = `${part} ${value}`;
    const known = this.#best.get(key);
    if (known !== undefined) {
      return known;
    }
    let best: Way | null = null;
    for (const { left, x, operator, right, y } of this.splits(part, value)) {
      const limit = best?.largest ?? Infinity;
      const exceeds = (operand: number, size: number): boolean =>
        this.parts.size(operand) > 1 && Math.abs(size) > limit;
      // Skip an operand larger than the largest result of the best way so far: it cannot lead to a simpler way.
      if (!exceeds(left, x) && !exceeds(right, y)) {
        const [a, b] = [this.best(left, x), this.best(right, y)];
        best = a && b ? joined(value, a, operator, b, best) : best;
      }
    }
    this.#best.set(key, best);
    return best;
  }

  /** Yield the calculations that lead to a part's value. In sums and products, the larger operand is on the left. */
  *splits(part: number, value: number): Generator<Split> {
    const { bounds, splits } = this.parts;
    for (let at = Number(bounds[part]); at < Number(bounds[part + 1]); at += 1) {
      const [one, other] = [Number(splits[2 * at]), Number(splits[2 * at + 1])];
      const [small, large] = this.values(one).size <= this.values(other).size ? [one, other] : [other, one];
      const [few, many] = [this.#sorted(small), this.values(large)];
      this.budget.spend(few.length);
      for (const y of few) {
        for (const [x, operator, swapped] of this.#operands(value, y)) {
          if (many.has(x)) {
            yield swapped || ((operator === "+" || operator === "*") && y > x)
              ? { left: small, x: y, operator, right: large, y: x }
              : { left: large, x, operator, right: small, y };
          }
        }
      }
      if (value === 0) {
        yield* this.#nothing(one, other);
        yield* this.#nothing(other, one);
      }
    }
  }

  /**
   * Yield a product with zero, or a quotient of zero. The other operand may have any value, so choose one with the
   * simplest formula.
   */
  *#nothing(zero: number, rest: number): Generator<Split> {
    const { operators } = this.rules;
    if (!this.values(zero).has(0)) {
      return;
    }
    if (operators.includes("*")) {
      const cheapest = this.#cheapest(rest, false);
      if (cheapest !== null) {
        yield { left: rest, x: cheapest, operator: "*", right: zero, y: 0 };
      }
    } else if (operators.includes("/")) {
      const cheapest = this.#cheapest(rest, true);
      if (cheapest !== null) {
        yield { left: zero, x: 0, operator: "/", right: rest, y: cheapest };
      }
    }
  }

  /** Return the value of a part whose simplest formula stays smallest in its largest result; never 0 for a divisor. */
  #cheapest(part: number, divides: boolean): number | null {
    let cheapest: number | null = null;
    let least = Infinity;
    for (const value of [...this.#sorted(part)].sort((a, b) => Math.abs(a) - Math.abs(b))) {
      if (Math.abs(value) > least) {
        break;
      }
      const way = divides && value === 0 ? null : this.best(part, value);
      if (way && way.largest < least) {
        [cheapest, least] = [value, way.largest];
      }
    }
    return cheapest;
  }

  /** Return each operand that can be joined to `y` to make the value, the operator, and whether `y` is on the left. */
  #operands(value: number, y: number): [x: number, operator: Operator, swapped: boolean][] {
    const found: [number, Operator, boolean][] = [];
    const { operators } = this.rules;
    if (operators.includes("+")) {
      found.push([value - y, "+", false]);
    }
    if (operators.includes("-")) {
      found.push([value + y, "-", false], [y - value, "-", true]);
    }
    if (operators.includes("*") && y !== 0 && value !== 0 && value % y === 0) {
      found.push([value / y, "*", false]);
    }
    if (operators.includes("/") && y !== 0) {
      found.push([value * y, "/", false]);
      if (value !== 0 && y % value === 0) {
        found.push([y / value, "/", true]);
      }
    }
    return found;
  }
}

/** Return the simplest formula as close to a target as possible; null if no whole number of at least 0 can be made. */
export function closest(budget: Budget, numbers: readonly number[], target: number, rules: Allowed): Expression | null {
  const far = ({ value }: Expression): number => Math.abs(Number(value.top) - target);
  let best = budget.search(numbers, target, rules).simplest(target);
  if (best) {
    return best;
  }
  const gaps = numbers.map((number) => Math.abs(number - target));
  let within = Math.max(rules.useAll || gaps.length === 0 ? target : Math.min(...gaps), target);
  const most = rules.useAll ? numbers.reduce((product, number) => product * (Math.abs(number) + 1), 1) : within;
  for (;;) {
    const search = budget.search(numbers, target + within, rules);
    for (const way of search.nearest(target, within).map((value) => search.simplest(value))) {
      const rank = (one: Expression): number => (one.value.top === 0n ? 1000 : 0) + one.steps.length;
      best = way && (!best || rank(way) < rank(best)) ? way : best;
    }
    if (!best || far(best) > target) {
      best = search.simplest(0) ?? best;
    }
    if (best || within >= most) {
      return best;
    }
    // No result that uses all numbers is this close, so widen the distance, but in steps: a larger range takes longer.
    within = Math.min(16 * within, most);
  }
}
