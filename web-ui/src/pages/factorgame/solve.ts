/** What moves of the factor game are worth, by the kernels: nothing is asked of the server. */
import type { FactorgameDescribed } from "../../generated/api";
import { NUMBERS } from "../../generated/kernels";
import type { Kernels } from "../../lib/kernels";

const NOTHING = BigInt(NUMBERS.search.NOTHING);
/** Most numbers of a board, and the place of the odd number, which tells whether as many are alone. */
const MOST = NUMBERS.search.NUMBERS;
/** Most numbers that divide others: each has a bit in one word. */
const DIVIDING = 64;
const WORD = 2n ** 64n - 1n;
/** All numbers of a board together are less than this. */
const FAR = 2 ** 15;
/** Most places of the table, as a power of two: 48 MB. */
const BITS = 21;
/** Positions that are looked at if the caller does not say how many: some seconds. */
const NODES = 10_000_000;

function divides(divisor: number, number: number): boolean {
  return divisor < number && number % divisor === 0;
}

/** The numbers of a board with a divisor or a multiple there, those that divide others first; null if they are too many. */
function mattering(board: readonly number[]): number[] | null {
  const dividing = board.filter((divisor) => board.some((number) => divides(divisor, number)));
  const others = board.filter((number) => !dividing.includes(number) && dividing.some((each) => divides(each, number)));
  const numbers = [...dividing, ...others];
  const sum = numbers.reduce((total, number) => total + number, 0);
  return dividing.length > DIVIDING || numbers.length > MOST || sum >= FAR ? null : numbers;
}

/** The sums of numbers by their bits, 16 to a part. */
function sumsOf(numbers: readonly number[]): BigInt64Array {
  const sums = new BigInt64Array(4 << 16);
  for (const [at, number] of numbers.entries()) {
    const part = (at >> 4) << 16;
    const bit = 1 << (at & 15);
    for (let code = part; code < part + bit; code += 1) {
      sums[bit + code] = (sums[code] ?? 0n) + BigInt(number);
    }
  }
  return sums;
}

/**
 * By how much the player to move wins the rest of the game with each legal move.
 *
 * Null if the board is too large for the kernels, or if more than `nodes` positions would have to be looked at.
 */
export function worths(
  kernels: Kernels,
  { tiles, options, passing }: FactorgameDescribed,
  nodes: number = NODES,
): ReadonlyMap<number, number> | null {
  const open = tiles.filter(({ move }) => move === null).map(({ number }) => number);
  const numbers = mattering(open);
  if (numbers === null) {
    return null;
  }
  const bits = new Map(numbers.map((number, at) => [number, 1n << BigInt(at)]));
  const union = (some: readonly number[]): bigint => some.reduce((all, each) => all | (bits.get(each) ?? 0n), 0n);
  const most = open.reduce((total, number) => total + number, 0);
  return kernels.keep((hold) => {
    const values = new BigInt64Array(128);
    const below = new BigUint64Array(128);
    for (const [at, number] of numbers.entries()) {
      values[at] = BigInt(number);
      below[at] = union(numbers.filter((divisor) => divides(divisor, number)));
    }
    const places = 2 ** Math.min(BITS, 6 + Math.floor(numbers.length / 3));
    const game = {
      numbers: hold(values),
      below: hold(below),
      sums: hold(sumsOf(numbers.slice(0, DIVIDING))),
      passing,
      known: hold(new BigUint64Array(2 * places)),
      bounds: hold(new Int16Array(4 * places)),
    };
    const left = BigInt64Array.of(BigInt(nodes));
    const worth = new Map<number, number>();
    let guess = 0;
    for (const { number, given, gains } of options) {
      const gain = gains[0] - gains[1];
      const rest = open.filter((each) => each !== number && !given.includes(each));
      const alone = rest.filter((each) => !bits.has(each)).length;
      const whole = union(rest) | (BigInt(alone % 2) << BigInt(MOST));
      const board = BigUint64Array.of(whole & WORD, whole >> 64n);
      let [lower, upper] = [-most, most];
      while (lower < upper) {
        // A window without width tells whether the move is worth so much, and gives a bound.
        const test = guess + (guess === lower ? 1 : 0);
        const window = { low: gain - test, high: gain - test + 1 };
        const [margin] = kernels.call("search_search", { board, ...window, nodes: left, ...game });
        if (margin === NOTHING) {
          return null;
        }
        guess = gain - Number(margin);
        [lower, upper] = guess < test ? [lower, guess] : [guess, upper];
      }
      worth.set(number, lower);
    }
    return worth;
  });
}
