/** What the numbers on the table can reach, by the kernels: nothing is asked of the server. */
import { NUMBERS } from "../../generated/kernels";
import type { Kernels } from "../../lib/kernels";
import type { Operator } from "./expressions";

/** What is allowed on the way to a target. */
export interface Allowed {
  operators: readonly Operator[];
  useAll: boolean;
  fractions: boolean;
  positive: boolean;
}

const { PLUS, MINUS, TIMES, OVER, ZERO, SIGNED } = NUMBERS.reach;
const FLAGS: Readonly<Record<Operator, number>> = { "+": PLUS, "-": MINUS, "*": TIMES, "/": OVER };

/** What the kernels calculate stays below twice this. */
const LIMIT = 2n ** 61n;
/** Values below have a byte each. */
const SMALL = 2n ** 20n;

/**
 * The parts of a deal and their splits into two smaller parts, as the kernels number them: part p has `digits[p][i]`
 * copies of the number `numbers[i]`.
 */
class Parts {
  readonly numbers: readonly number[];
  readonly digits: readonly (readonly number[])[];
  /** The numbers of the parts that are one number each. */
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

  /** What no whole value of a part that is made of whole numbers exceeds. */
  bound(part: number): bigint {
    const digits = this.digits[part] ?? [];
    const factor = (at: number): bigint => BigInt(Math.max(Math.abs(this.numbers[at] ?? 0), 2));
    return digits.reduce((product, digit, at) => product * factor(at) ** BigInt(digit), 1n);
  }

  /** Which operators there are, and whether zero and negative values can be of use. */
  flags({ operators, useAll, positive }: Allowed): number {
    const signed = (operators.includes("-") && !operators.includes("+") && !positive) || (this.numbers[0] ?? 0) < 0;
    const zero = signed || (useAll && !positive) || this.numbers.includes(0);
    const signs = operators.reduce((sum, operator) => sum + FLAGS[operator], 0);
    return signs + (zero ? ZERO : 0) + (signed ? SIGNED : 0);
  }
}

/**
 * For each target from `low` >= 1 to `high` the fewest of some whole numbers that reach it, 0 if none do.
 *
 * Null if they are too large together for the kernels.
 */
export function reach(
  kernels: Kernels,
  numbers: readonly number[],
  low: number,
  high: number,
  rules: Allowed,
): Uint8Array | null {
  const parts = new Parts(numbers);
  const { splits, bounds, whole } = parts;
  const flags = parts.flags(rules);
  const count = whole + 1;
  const tops = new BigInt64Array(count);
  const bottoms = new BigInt64Array(count);
  for (const [at, place] of parts.places.entries()) {
    tops[place] = BigInt(parts.numbers[at] ?? 0);
    bottoms[place] = 1n;
  }
  const caps = Array.from({ length: count }, (_, part) => BigInt(Math.max(high, 2)) * parts.bound(whole - part));
  const largest = rules.fractions
    ? numbers.reduce((product, number) => product * BigInt(Math.abs(number) + 1), 1n)
    : (caps[0] ?? 0n);
  if (largest >= LIMIT) {
    return null;
  }
  const fewest = new Uint8Array(high - low + 1);
  const hit = new Uint8Array(high - low + 1);
  const found = { splits, first: bounds[whole] ?? 0n, last: bounds[count] ?? 0n, flags, low, hit };
  let [values, start]: BigInt64Array[] = [];
  let below: BigInt64Array | null = null;
  if (rules.fractions) {
    [values, below, start] = kernels.call("reach_fraction_values", {
      numbers: tops,
      singles: bottoms,
      splits,
      bounds,
      flags,
    });
    kernels.call("reach_mark_fractions", { tops: values, bottoms: below, start, ...found });
  } else {
    const most = caps.map((cap, part) => (cap < parts.bound(part) ? cap : parts.bound(part)));
    const small = most.slice(0, -1).reduce((best, cap) => (cap < SMALL && cap > best ? cap : best), 0n) + 1n;
    [values, start] = kernels.call("reach_whole_values", {
      numbers: tops,
      singles: bottoms,
      splits,
      bounds,
      caps: BigInt64Array.from(most),
      flags,
      small,
    });
    kernels.call("reach_mark_whole", { pool: values, start, ...found });
  }
  const take = (target: number, size: number): void => {
    const now = fewest[target - low];
    if (now !== undefined && (now === 0 || size < now)) {
      fewest[target - low] = size;
    }
  };
  for (let part = rules.useAll ? whole : 1; part < whole; part += 1) {
    const size = parts.size(part);
    for (let at = Number(start[part]); at < Number(start[part + 1]); at += 1) {
      if (below === null || below[at] === 1n) {
        take(Number(values[at]), size);
      }
    }
  }
  hit.forEach((reached, at) => {
    if (reached || (numbers.length === 1 && low + at === numbers[0])) {
      take(low + at, numbers.length);
    }
  });
  return fewest;
}
