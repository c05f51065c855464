/** Best play in the factor game, computed in the browser by the kernels. */
import type { FactorgameDescribed, FactorTile } from "../../generated/api";
import { NUMBERS } from "../../generated/kernels";
import type { Held, Hold, Kernels } from "../../lib/kernels";
import { RULES } from "./rules";

const NOTHING = BigInt(NUMBERS.search.NOTHING);
/** Index of the bit that is set if the count of lone numbers (without divisors or multiples) is odd. */
const ODD = NUMBERS.search.NUMBERS;
/** Maximum count of numbers that have a divisor or a multiple on the board, the same as in the library. */
const MOST = 116;
/** Maximum count of numbers that divide others: each of these numbers needs a bit in one 64-bit word. */
const DIVIDING = 64;
const WORD = 2n ** 64n - 1n;
/** The sum of a board's numbers must be less than this limit. */
const FAR = 2 ** 15;
/** Maximum size of the search's table, as an exponent of two. */
const BITS = 17;
/** Default limit on the positions searched for one question; such a search takes a few tenths of a second. */
const NODES = 300_000;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Return the numbers that are still on the board. */
const openOf = (tiles: readonly FactorTile[]): number[] =>
  tiles.flatMap(({ number, move }) => (move === null ? [number] : []));

function divides(divisor: number, number: number): boolean {
  return divisor < number && number % divisor === 0;
}

/**
 * Return the numbers that have a divisor or a multiple on the board. Numbers that divide others come first. Return null
 * if there are too many numbers for a search.
 */
function mattering(board: readonly number[]): number[] | null {
  const dividing = board.filter((divisor) => board.some((number) => divides(divisor, number)));
  const others = board.filter((number) => !dividing.includes(number) && dividing.some((each) => divides(each, number)));
  const numbers = [...dividing, ...others];
  return dividing.length > DIVIDING || numbers.length > MOST || sum(numbers) >= FAR ? null : numbers;
}

/** Return tables with the sums of all subsets of the numbers: one table for every 16 numbers, indexed by their bits. */
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

/** Best play from a position. */
interface Perfect {
  /** The margin by which the player to move wins the rest of the game. */
  worth: number;
  /** A line of best play, as the library chooses it. */
  line: readonly number[];
  /** All moves that cost nothing, ascending. */
  best: readonly number[];
  /** The cost of each legal move; null if it was not asked for. */
  costs: ReadonlyMap<number, number> | null;
}

/** A function that finds best play, or returns null if the board is too large or the search takes too long. */
export type Solve = (position: FactorgameDescribed, costs?: boolean) => Perfect | null;

/** A legal move with its immediate gain and the board after it. */
interface Option {
  number: number;
  gain: number;
  board: BigUint64Array;
}

/** Thrown if the search would exceed its limit of positions. */
class TooHard extends Error {}

/** A search that keeps its results for all boards that one position can lead to. */
class Search {
  readonly #kernels: Kernels;
  readonly #left: BigInt64Array;
  readonly #bits: ReadonlyMap<number, bigint>;
  readonly #game: {
    numbers: Held<BigInt64Array>;
    below: Held<BigUint64Array>;
    sums: Held<BigInt64Array>;
    passing: boolean;
    known: Held<BigUint64Array>;
    bounds: Held<Int16Array>;
  };

  constructor(kernels: Kernels, hold: Hold, left: BigInt64Array, numbers: readonly number[], passing: boolean) {
    this.#kernels = kernels;
    this.#left = left;
    this.#bits = new Map(numbers.map((number, at) => [number, 1n << BigInt(at)]));
    const values = new BigInt64Array(128);
    const below = new BigUint64Array(128);
    for (const [at, number] of numbers.entries()) {
      values[at] = BigInt(number);
      below[at] = this.#union(numbers.filter((divisor) => divides(divisor, number)));
    }
    const places = 2 ** Math.min(BITS, 6 + Math.floor(numbers.length / 3));
    this.#game = {
      numbers: hold(values),
      below: hold(below),
      sums: hold(sumsOf(numbers.slice(0, DIVIDING))),
      passing,
      known: hold(new BigUint64Array(2 * places)),
      bounds: hold(new Int16Array(4 * places)),
    };
  }

  #union(some: readonly number[]): bigint {
    return some.reduce((all, each) => all | (this.#bits.get(each) ?? 0n), 0n);
  }

  /** Return the legal moves, sorted by immediate gain from the largest. */
  #options({ tiles, options }: FactorgameDescribed): Option[] {
    const open = openOf(tiles);
    const moves = options.map(({ number, given, gains }): Option => {
      const rest = open.filter((each) => each !== number && !given.includes(each));
      const alone = rest.filter((each) => !this.#bits.has(each)).length;
      const whole = this.#union(rest) | (BigInt(alone % 2) << BigInt(ODD));
      return { number, gain: gains[0] - gains[1], board: BigUint64Array.of(whole & WORD, whole >> 64n) };
    });
    return moves.sort((a, b) => b.gain - a.gain);
  }

  /** Return a bound on the worth of a move: an upper bound below `test`, or a lower bound of at least `test`. */
  #worth({ gain, board }: Option, test: number): number {
    const window = { low: gain - test, high: gain - test + 1 };
    const [margin] = this.#kernels.call("search_search", { board, ...window, nodes: this.#left, ...this.#game });
    if (margin === NOTHING) {
      throw new TooHard();
    }
    return gain - Number(margin);
  }

  /** Narrow the bounds until they give the exact worth of a move. */
  #exact(option: Option, low: number, high: number, first: number): number {
    let [lower, upper, guess] = [low, high, first];
    while (lower < upper) {
      const test = guess + (guess === lower ? 1 : 0);
      guess = this.#worth(option, test);
      [lower, upper] = guess < test ? [lower, guess] : [guess, upper];
    }
    return lower;
  }

  solve(position: FactorgameDescribed, wantsCosts: boolean): Perfect {
    const most = sum(openOf(position.tiles));
    const options = this.#options(position);
    let worth = options.length > 0 ? -most : 0;
    let best: number[] = [];
    for (const option of options) {
      if (best.length > 0 && this.#worth(option, worth) < worth) {
        continue;
      }
      const before = worth;
      worth = this.#exact(option, before, most, Math.max(before, 0));
      best = worth === before ? [...best, option.number] : [option.number];
    }
    const cost = (option: Option): number =>
      best.includes(option.number) ? 0 : worth - this.#exact(option, -most, worth - 1, worth - 1);
    return {
      worth,
      line: this.#line(position, worth),
      best: best.sort((a, b) => a - b),
      costs: wantsCosts ? new Map(options.map((option) => [option.number, cost(option)])) : null,
    };
  }

  /** Return a line of best play. */
  #line(position: FactorgameDescribed, worth: number): number[] {
    const line: number[] = [];
    let [state, value]: [FactorgameDescribed | null, number] = [position, worth];
    while (state && !state.over) {
      const { number, gain } = this.#options(state).find((option) => this.#worth(option, value) >= value) as Option;
      line.push(number);
      value = gain - value;
      state = RULES.play(state, String(number));
    }
    return line;
  }
}

/**
 * Run a function that asks for best play in positions of one game, the earliest position first. All its questions share
 * the results so far and one limit on the positions searched.
 */
export function searching<R>(kernels: Kernels, run: (solve: Solve) => R, nodes: number = NODES): R {
  return kernels.keep((hold) => {
    const left = BigInt64Array.of(BigInt(nodes));
    let search: Search | null = null;
    return run((position, costs = false) => {
      const numbers = search ? [] : mattering(openOf(position.tiles));
      search ??= numbers && new Search(kernels, hold, left, numbers, position.passing);
      try {
        return search?.solve(position, costs) ?? null;
      } catch (error) {
        if (error instanceof TooHard) {
          return null;
        }
        throw error;
      }
    });
  });
}
