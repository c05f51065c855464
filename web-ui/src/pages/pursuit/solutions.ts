/**
 * Finds all essentially different formulae for a target. Formulae that differ only in the order of terms and factors,
 * or in brackets among them, count as one. Formulae with redundant parts are left out.
 */
import type { Expression, Operator } from "./expressions";
import { formula, isSimpler, joined, type Search, single, type Way } from "./search";
import type { Allowed } from "./solve";

/** The cost of joining two formulae, in units of the cost of looking at one value. */
const COMBINED = 8;

type Kind = "+" | "*" | "";
/** The added and subtracted terms of a sum, or the factors and divisors of a product. */
type Pair = readonly [over: readonly number[], under: readonly number[]];

const worthOf = (kind: Kind, [over, under]: Pair): [top: number, bottom: number] =>
  kind === "+"
    ? [over.reduce((sum, each) => sum + each, 0) - under.reduce((sum, each) => sum + each, 0), 1]
    : [over.reduce((product, each) => product * each, 1), under.reduce((product, each) => product * each, 1)];

/** Yield all ways to divide the operands into two non-empty groups. */
function* halves([over, under]: Pair): Generator<[Pair, Pair]> {
  const all = 2 ** (over.length + under.length) - 1;
  for (let chosen = 1; chosen < all; chosen += 1) {
    const part = (bits: number): Pair => [
      over.filter((_, at) => bits & (1 << at)),
      under.filter((_, at) => bits & (1 << (over.length + at))),
    ];
    yield [part(chosen), part(all - chosen)];
  }
}

/** Return whether the rules allow a formula with exactly these operands. */
function canBeWritten(kind: "+" | "*", pair: Pair, rules: Allowed): boolean {
  const [over, under] = pair;
  if (over.length === 0 || (kind === "*" && under.includes(0))) {
    return false;
  }
  if (over.length === 1 && under.length === 0) {
    return true;
  }
  const minus = rules.operators.includes(kind === "+" ? "-" : "/");
  if (rules.operators.includes(kind)) {
    // If all terms are added before any is subtracted, no intermediate result is smaller than the final one.
    // Likewise, multiply before dividing.
    return under.length === 0 || minus;
  }
  const [top, bottom] = worthOf(kind, pair);
  if (!minus || (rules.positive && top * bottom <= 0) || top % bottom !== 0) {
    return false;
  }
  // Try to subtract (or divide by) a group of operands. Inside the group, added and subtracted operands change roles.
  for (const [left, [more, less]] of halves(pair)) {
    if (
      !(kind === "*" && less.includes(0)) &&
      canBeWritten(kind, left, rules) &&
      canBeWritten(kind, [less, more], rules)
    ) {
      return true;
    }
  }
  return false;
}

/** Return whether some but not all operands cancel, and the rules allow a formula with the others. */
function hasRedundantPart(kind: "+" | "*", pair: Pair, rules: Allowed): boolean {
  for (const [some, rest] of halves(pair)) {
    const [top, bottom] = worthOf(kind, some);
    if (top === (kind === "+" ? 0 : bottom) && canBeWritten(kind, rest, rules)) {
      return true;
    }
  }
  return false;
}

/** Numbers the forms of formulae. Two formulae that are equal by the laws of arithmetic have the same form. */
class Forms {
  readonly #known = new Map<string, ReadonlyMap<number, Way>>();
  readonly #numbers = new Map<string, number>();
  readonly #shapes: [kind: Kind, over: readonly number[], under: readonly number[]][] = [];
  readonly #values: number[] = [];

  constructor(readonly search: Search) {}

  /** Return the forms that make a value from all numbers of a part, each with its simplest arrangement. */
  of(part: number, value: number): ReadonlyMap<number, Way> {
    const { search } = this;
    if (search.parts.size(part) === 1) {
      const card = search.card(part);
      return new Map([[this.#number("", [search.parts.numbers.indexOf(card)], [], card), single(card)]]);
    }
    const key = `${part} ${value}`;
    const known = this.#known.get(key);
    if (known) {
      return known;
    }
    const found = new Map<number, Way>();
    for (const { left, x, operator, right, y } of search.splits(part, value)) {
      const others = this.of(right, y);
      for (const [f, a] of this.of(left, x)) {
        for (const [g, b] of others) {
          search.budget.spend(COMBINED);
          const form = this.#combined(f, operator, g, value);
          if (form !== null) {
            found.set(form, joined(value, a, operator, b, found.get(form)));
          }
        }
      }
    }
    this.#known.set(key, found);
    return found;
  }

  #number(kind: Kind, over: readonly number[], under: readonly number[], value: number): number {
    const shape = `${kind} ${over} ${under}`;
    const number = this.#numbers.get(shape) ?? this.#shapes.length;
    if (number === this.#shapes.length) {
      this.#numbers.set(shape, number);
      this.#shapes.push([kind, over, under]);
      this.#values.push(value);
    }
    return number;
  }

  /** Return the form that joins two forms; null if the result has a redundant part. */
  #combined(f: number, operator: Operator, g: number, value: number): number | null {
    const kind = operator === "+" || operator === "-" ? "+" : "*";
    const [over, under] = this.#flat(f, kind);
    const [first, second] = this.#flat(g, kind);
    const [more, less] = operator === "-" || operator === "/" ? [second, first] : [first, second];
    const ascending = (a: number, b: number): number => a - b;
    const [all, taken] = [[...over, ...more].sort(ascending), [...under, ...less].sort(ascending)];
    const { rules } = this.search;
    if (!rules.useAll && !this.#numbers.has(`${kind} ${all} ${taken}`)) {
      this.search.budget.spend(2 ** (all.length + taken.length));
      const values = (forms: readonly number[]): number[] => forms.map((form) => this.#values[form] ?? 0);
      if (hasRedundantPart(kind, [values(all), values(taken)], rules)) {
        return null;
      }
    }
    return this.#number(kind, all, taken, value);
  }

  #flat(form: number, kind: Kind): Pair {
    const [own, over, under] = this.#shapes[form] ?? ["", [], []];
    return own === kind ? [over, under] : [[form], []];
  }
}

/** The forms of each search, kept so that listing solutions continues where grading has stopped. */
const known = new WeakMap<Search, Forms>();

/**
 * Return the essentially different formulae for a target, which may be 0. They are grouped by their count of numbers,
 * and the search stops once there are enough.
 */
export function solutions(search: Search, target: number, enough: number = Infinity): Way[][] {
  const forms = known.get(search) ?? new Forms(search);
  known.set(search, forms);
  const levels: Way[][] = [];
  for (const parts of search.levels) {
    if (levels.flat().length < enough) {
      levels.push(parts.flatMap((part) => (search.has(part, target) ? [...forms.of(part, target).values()] : [])));
    }
  }
  return levels;
}

/** Return the simplest solutions as formulae; equally simple ones are in alphabetical order. */
export function written(levels: readonly (readonly Way[])[], most: number): Expression[] {
  const found: Expression[] = [];
  for (const level of levels) {
    const order = (a: Way, b: Way): number => (isSimpler(a, b) ? -1 : isSimpler(b, a) ? 1 : 0);
    const ways = [...level].sort(order);
    // Write only the simplest solutions as texts: writing all of them would take longer than finding them.
    const last = ways[most - found.length - 1];
    const simple = ways.filter((way) => !last || order(way, last) <= 0);
    const rows = simple.map((way) => ({ way, expression: formula(way).leftToRight() }));
    const texts = new Map(rows.map(({ way, expression }) => [way, String(expression)]));
    const text = (way: Way): string => texts.get(way) ?? "";
    rows.sort(({ way: a }, { way: b }) => order(a, b) || (text(a) < text(b) ? -1 : 1));
    found.push(...rows.map(({ expression }) => expression));
  }
  return found.slice(0, most);
}
