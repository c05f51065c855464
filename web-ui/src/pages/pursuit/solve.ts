/** Computes the values that the numbers on the table can make. It uses the kernels and needs no server. */
import { NUMBERS } from "../../generated/kernels";
import type { Kernels } from "../../lib/kernels";
import type { Operator } from "./expressions";

/** The rules for formulae. */
export interface Allowed {
  operators: readonly Operator[];
  useAll: boolean;
  fractions: boolean;
  positive: boolean;
}

const { PLUS, MINUS, TIMES, OVER, ZERO, SIGNED } = NUMBERS.reach;
const FLAGS: Readonly<Record<Operator, number>> = { "+": PLUS, "-": MINUS, "*": TIMES, "/": OVER };

/** Results in the kernels must stay below twice this limit. */
const LIMIT = 2n ** 61n;
/** The kernels keep a table with a byte for each value below this limit. */
const SMALL = 2n ** 20n;

/**
 * The parts of a deal and their splits into two smaller parts, numbered as in the kernels: part p has `digits[p][i]`
 * copies of the number `numbers[i]`.
 */
export class Parts {
  readonly numbers: readonly number[];
  readonly digits: readonly (readonly number[])[];
  /** The indices of the parts with a single number. */
  readonly places: readonly number[];
  readonly splits: BigInt64Array;
  readonly bounds: BigInt64Array;

  constructor(deal: readonly number[]) {
    this.numbers = [...new Set(deal)].sort((a, b) => a - b);
    const places: number[] = [];
    let digits: number[][] = [[]];
    for (const number of this.numbers) {
      const copies = deal.filter((each) => each === number).length;
      places.push(digits.length);
      digits = Array.from({ length: copies + 1 }, (_, digit) => digits.map((part) => [...part, digit])).flat();
    }
    this.digits = digits;
    this.places = places;
    const splits: number[] = [];
    const bounds = [0];
    for (const [part, most] of digits.entries()) {
      for (let one = 1; 2 * one <= part; one += 1) {
        if (digits[one]?.every((digit, at) => digit <= (most[at] ?? 0))) {
          splits.push(one, part - one);
        }
      }
      bounds.push(splits.length / 2);
    }
    this.splits = BigInt64Array.from(splits, BigInt);
    this.bounds = BigInt64Array.from(bounds, BigInt);
  }

  get whole(): number {
    return this.digits.length - 1;
  }

  size(part: number): number {
    return (this.digits[part] ?? []).reduce((sum, digit) => sum + digit, 0);
  }

  /** Return an upper bound on the values of a part, if all results are whole numbers. */
  bound(part: number): bigint {
    const digits = this.digits[part] ?? [];
    const factor = (at: number): bigint => BigInt(Math.max(Math.abs(this.numbers[at] ?? 0), 2));
    return digits.reduce((product, digit, at) => product * factor(at) ** BigInt(digit), 1n);
  }

  /** Return flags for the kernels: the operators, and whether zero and negative values can be useful. */
  flags({ operators, useAll, positive }: Allowed): number {
    const signed = (operators.includes("-") && !operators.includes("+") && !positive) || (this.numbers[0] ?? 0) < 0;
    const zero = signed || (useAll && !positive) || this.numbers.includes(0);
    const signs = operators.reduce((sum, operator) => sum + FLAGS[operator], 0);
    return signs + (zero ? ZERO : 0) + (signed ? SIGNED : 0);
  }
}

/** The values of all parts of a deal. Values that cannot matter for targets up to `high` are left out. */
export class Values {
  private constructor(
    readonly kernels: Kernels,
    readonly parts: Parts,
    readonly rules: Allowed,
    readonly pool: BigInt64Array,
    /** The denominators of the values in `pool`; null if all are whole numbers. */
    readonly bottoms: BigInt64Array | null,
    readonly start: BigInt64Array,
  ) {}

  /** Compute the values; null if whole numbers and targets are together too large for the kernels. */
  static of(kernels: Kernels, numbers: readonly number[], high: number, rules: Allowed): Values | null {
    const parts = new Parts(numbers);
    const { splits, bounds, whole } = parts;
    const flags = parts.flags(rules);
    const count = whole + 1;
    const tops = new BigInt64Array(count);
    const singles = new BigInt64Array(count);
    for (const [at, place] of parts.places.entries()) {
      tops[place] = BigInt(parts.numbers[at] ?? 0);
      singles[place] = 1n;
    }
    const caps = Array.from({ length: count }, (_, part) => BigInt(Math.max(high, 2)) * parts.bound(whole - part));
    const largest = rules.fractions
      ? numbers.reduce((product, number) => product * BigInt(Math.abs(number) + 1), 1n)
      : (caps[0] ?? 0n);
    if (largest >= LIMIT) {
      return null;
    }
    const given = { numbers: tops, singles, splits, bounds, flags };
    if (rules.fractions) {
      const [pool, bottoms, start] = kernels.call("reach_fraction_values", given);
      return new Values(kernels, parts, rules, pool, bottoms, start);
    }
    const most = caps.map((cap, part) => (cap < parts.bound(part) ? cap : parts.bound(part)));
    const small = most.slice(0, -1).reduce((best, cap) => (cap < SMALL && cap > best ? cap : best), 0n) + 1n;
    const [pool, start] = kernels.call("reach_whole_values", { ...given, caps: BigInt64Array.from(most), small });
    return new Values(kernels, parts, rules, pool, null, start);
  }

  /** Return the values of a part that are whole numbers. The part must not be the whole deal. */
  whole(part: number): number[] {
    const [first, end] = [Number(this.start[part]), Number(this.start[part + 1])];
    const values = Array.from(this.pool.subarray(first, end), Number);
    return values.filter((_, at) => this.bottoms === null || this.bottoms[first + at] === 1n);
  }

  /** Return a mark for each target from `low` >= 1 to `high`: 1 if all numbers together make it, and 0 otherwise. */
  marked(low: number, high: number): Uint8Array {
    const { parts, pool, bottoms, rules, start } = this;
    const { splits, bounds, numbers, whole } = parts;
    const hit = new Uint8Array(high - low + 1);
    const [first, last] = [bounds[whole] ?? 0n, bounds[whole + 1] ?? 0n];
    const wanted = { start, splits, first, last, flags: parts.flags(rules), low, hit };
    if (bottoms) {
      this.kernels.call("reach_mark_fractions", { tops: pool, bottoms, ...wanted });
    } else {
      this.kernels.call("reach_mark_whole", { pool, ...wanted });
    }
    const [only = 0] = numbers;
    if (parts.size(whole) === 1 && low <= only && only <= high) {
      hit[only - low] = 1;
    }
    return hit;
  }

  /** Return a part's values that are whole numbers from `low` to `high`; for the whole deal, only positive ones. */
  between(part: number, low: number, high: number): number[] {
    if (part < this.parts.whole) {
      return this.whole(part).filter((value) => low <= value && value <= high);
    }
    const first = Math.max(low, 1);
    const values: number[] = [];
    // Jump from value to value by indexOf: there may be a million empty entries between them.
    const hit = this.marked(first, high);
    for (let at = hit.indexOf(1); at >= 0; at = hit.indexOf(1, at + 1)) {
      values.push(first + at);
    }
    return values;
  }
}

/**
 * Return how few of the numbers are enough to reach each target from `low` >= 1 to `high`; 0 if a target is out of
 * reach. Return null if numbers and targets are together too large for the kernels.
 */
export function reach(
  kernels: Kernels,
  numbers: readonly number[],
  low: number,
  high: number,
  rules: Allowed,
): Uint8Array | null {
  const values = Values.of(kernels, numbers, high, rules);
  const fewest = new Uint8Array(high - low + 1);
  const { whole = 0 } = values?.parts ?? {};
  for (let part = rules.useAll ? whole : 1; values && part <= whole; part += 1) {
    const size = values.parts.size(part);
    for (const target of values.between(part, low, high)) {
      const now = fewest[target - low];
      fewest[target - low] = now ? Math.min(now, size) : size;
    }
  }
  return values && fewest;
}
