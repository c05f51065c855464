/**
 * The rules of greedy coins in the browser, so that a legal move does not wait for a server.
 *
 * Positions are described exactly as the server describes them; tests compare both descriptions on the same games.
 */

import type { CoinsAdvice, CoinsDescribed, CoinsPick, CoinsReview, CoinsTaken, Exact } from "../../generated/api";
import { LIMITS } from "../../generated/coins";
import { exact, ratio } from "../../lib/rational";
import { Recent } from "../../lib/recent";
import type { Rules } from "../../lib/rules";
import { endsOf, type Kind, marginsOf, type Part } from "./worth";

const ID = /^coins:([-\d._lro~]+)(?:\/([LRK\d.]+))?$/;
const COIN = /^(0|-?[1-9]\d*)(?:_([1-9]\d*))?$/;
const MOVE = /^([1-9]\d{0,8})(L|R|K[1-9]\d{0,8})$/;
const KINDS: Readonly<Record<string, Kind>> = { l: "left", r: "right", o: "circle" };

/**
 * Maximum number of rows if a board has fractions, and maximum work of a search if a circle lies beside other parts.
 * The work is the number of states times coins times moves.
 */
const BROKEN = 6;
const WORK = 45_000;

const most = (numbers: readonly bigint[]): bigint => numbers.reduce((best, each) => (each > best ? each : best));
const total = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, each) => sum + each, 0n);

/** Return a fraction in the format of answers. */
export const over = (top: bigint, bottom: bigint): Exact => exact(ratio(top, bottom));

/** Parse coins in the notation of ids; null if a word is not a coin. All coins become multiples of 1 / `unit`. */
export function readCoins(words: readonly string[]): { coins: bigint[]; unit: bigint } | null {
  const fractions = words.map((word) => COIN.exec(word)).map((found) => found && [found[1] ?? "", found[2] ?? "1"]);
  let unit = 1n;
  for (const fraction of fractions) {
    const [top = 0n, bottom = 1n] = fraction?.map(BigInt) ?? [];
    unit *= ratio(unit, ratio(top, bottom).bottom).bottom;
  }
  const coins = fractions.map((fraction) => {
    const [top = 0n, bottom = 1n] = fraction?.map(BigInt) ?? [];
    return (top * unit) / bottom;
  });
  return fractions.includes(null) ? null : { coins, unit };
}

/** The rows, stacks and circles at the start. All coins are multiples of 1 / `unit`. */
class Start {
  /** Maps a board's text to its margin, if a search has found it; only for boards with a circle and other parts. */
  readonly known = new Map<string, bigint>();

  constructor(
    readonly parts: readonly Part[],
    readonly unit: bigint,
  ) {}

  /** Return whether moves omit the number of their part: there is only one part, and it is not a circle. */
  get single(): boolean {
    return this.parts.length === 1 && this.parts[0]?.kind !== "circle";
  }

  get id(): string {
    const letter = (kind: Kind): string => (kind === "row" ? "" : kind === "circle" ? "o" : kind.charAt(0));
    const word = (coin: bigint): string => String(over(coin, this.unit)).replace("/", "_");
    return `coins:${this.parts.map(({ kind, coins }) => letter(kind) + coins.map(word).join(".")).join("~")}`;
  }

  /** Return whether a board is small enough for the screen and for a search. */
  get fits(): boolean {
    const { parts, unit } = this;
    const words = parts.flatMap(({ coins }) => coins.map((coin) => String(over(coin, unit))));
    const states = ({ kind, coins: { length } }: Part, circles: number): number => {
      if (kind === "circle" && length > 2) {
        return circles === 1 ? 1 : length * (length - 1) + 2;
      }
      return kind === "row" || kind === "circle" ? (length * (length + 1)) / 2 + 1 : length + 1;
    };
    const circles = parts.filter(({ kind, coins }) => kind === "circle" && coins.length > 2).length;
    const moves = parts.reduce((sum, { kind, coins }) => sum + endsOf(kind, coins.length).length, 0);
    const work = parts.reduce((product, part) => product * states(part, circles), words.length * moves);
    return (
      words.length <= LIMITS.coins &&
      words.every((word) => word.length <= LIMITS.characters) &&
      (unit === 1n || parts.length <= BROKEN) &&
      (circles === 0 || parts.length === 1 || work <= WORK)
    );
  }
}

/** The coins `lo` to `hi - 1` of a part, counted from 0; in a circle, the first coin follows the last one. */
interface Stretch {
  kind: Kind;
  lo: number;
  hi: number;
}

/** A legal move, its coin, and the margin by which its player then wins the rest of the game, this coin included. */
interface Option {
  move: string;
  row: number;
  place: number;
  coin: bigint;
  margin: bigint;
  left: Stretch;
}

/** A position, with its legal moves and their margins. */
export class State {
  readonly options: readonly Option[];
  /** The margin by which the player to move wins the rest of the game. */
  readonly margin: bigint;

  constructor(
    readonly start: Start,
    readonly stretches: readonly Stretch[] = start.parts.map(({ kind, coins }) => ({ kind, lo: 0, hi: coins.length })),
    readonly totals: readonly [bigint, bigint] = [0n, 0n],
    readonly moves: readonly string[] = [],
    readonly before: State | null = null,
  ) {
    const margins = marginsOf(this.parts, start.known);
    this.options = stretches
      .flatMap((stretch, row) => endsOf(stretch.kind, stretch.hi - stretch.lo).map((end) => this.#taking(row, end)))
      .map((option, at) => ({ ...option, margin: margins[at] ?? 0n }));
    this.margin = margins.length > 0 ? most(margins) : 0n;
  }

  get id(): string {
    const { moves, start } = this;
    return moves.length > 0 ? `${start.id}/${moves.join(start.single ? "" : ".")}` : start.id;
  }

  get toMove(): 0 | 1 {
    return this.moves.length % 2 === 0 ? 0 : 1;
  }

  /** The remaining coins of each part; a part without coins stays in the list. */
  get parts(): Part[] {
    return this.stretches.map(({ kind, lo, hi }, row) => {
      const coins = this.start.parts[row]?.coins ?? [];
      return { kind, coins: [...coins, ...coins].slice(lo, hi) };
    });
  }

  /** Both totals after best play. */
  get final(): [bigint, bigint] {
    const [first, second] = this.totals;
    const rest = total(this.parts.flatMap(({ coins }) => coins));
    const [mover, other] = [(rest + this.margin) / 2n, (rest - this.margin) / 2n];
    return this.toMove === 0 ? [first + mover, second + other] : [first + other, second + mover];
  }

  get best(): Option[] {
    return this.options.filter(({ margin }) => margin === this.margin);
  }

  #taking(row: number, end: string): Omit<Option, "margin"> {
    const { kind, lo, hi } = this.stretches[row] ?? { kind: "row", lo: 0, hi: 0 };
    const coins = this.start.parts[row]?.coins ?? [];
    const circle = end.startsWith("K");
    const at = circle ? Number(end.slice(1)) - 1 : end === "L" ? lo : hi - 1;
    const rest: Stretch = circle
      ? { kind: "row", lo: at + 1, hi: at + hi }
      : end === "L"
        ? { kind, lo: lo + 1, hi }
        : { kind, lo, hi: hi - 1 };
    const place = at % coins.length;
    return {
      move: this.start.single ? end : `${row + 1}${end}`,
      row,
      place,
      coin: coins[place] ?? 0n,
      left: rest.lo < rest.hi ? rest : { kind: "row", lo: 0, hi: 0 },
    };
  }

  /** Return the position after a move; null if the move is illegal. A last coin may be named by either end. */
  play(move: string): State | null {
    const [, number = "", end = ""] = MOVE.exec(this.start.single ? `1${move}` : move) ?? [];
    const row = Number(number) - 1;
    const last = end === "R" && this.stretches[row]?.kind === "row" && this.parts[row]?.coins.length === 1;
    const name = last ? move.replace("R", "L") : move;
    const option = this.options.find((each) => each.move === name);
    if (end === "" || option === undefined) {
      return null;
    }
    const totals: [bigint, bigint] = [...this.totals];
    totals[this.toMove] += option.coin;
    const left = this.stretches.map((stretch, at) => (at === row ? option.left : stretch));
    return new State(this.start, left, totals, [...this.moves, name], this);
  }
}

/** Recent positions by id, kept because the next position of a game is computed from the previous one. */
const states = new Recent<State>(200);

const remembered = (state: State): State => states.keep(state.id, state);

function startOf(text: string): State | null {
  const rows = text.split("~").map((row) => ({
    kind: KINDS[row.charAt(0)] ?? ("row" as const),
    words: row.replace(/^[lro]/, "").split("."),
  }));
  const all = rows.flatMap(({ words }) => words);
  // Allow four times the limit here: a fraction may be shorter in lowest terms, and the limit itself is checked later.
  const short = all.length <= LIMITS.coins && all.every((word) => word.length <= 4 * LIMITS.characters);
  const read = short ? readCoins(all) : null;
  if (read === null) {
    return null;
  }
  let first = 0;
  const parts = rows.map(({ kind, words }) => {
    const coins = read.coins.slice(first, first + words.length);
    first += words.length;
    return { kind, coins };
  });
  const start = new Start(parts, read.unit);
  return start.fits ? new State(start) : null;
}

/** Return the position with an id; null if the id is invalid, in which case the server explains the error. */
export function stateOf(id: string): State | null {
  const known = states.get(id);
  if (known) {
    return known;
  }
  const [, text = "", moves = ""] = ID.exec(id) ?? [];
  let state = states.get(`coins:${text}`) ?? startOf(text);
  for (const move of moves === "" ? [] : state?.start.single ? moves : moves.split(".")) {
    state = state && remembered(state).play(move);
  }
  return state && remembered(state);
}

/** Return the moves so far, each with its cost. */
function takenBy(state: State): CoinsTaken[] {
  const { before, moves, start } = state;
  const option = before?.options.find(({ move }) => move === moves.at(-1));
  if (!before || !option) {
    return [];
  }
  const cost = over(before.margin - option.margin, start.unit);
  return [...takenBy(before), { ...picked(start, option), player: before.toMove, cost }];
}

function picked({ unit }: Start, { move, row, place, coin }: Option): CoinsPick {
  return { move, row, place, coin: over(coin, unit) };
}

/** Return the total cost of each player's moves so far. */
function costsOf({ before, moves }: State): [bigint, bigint] {
  if (!before) {
    return [0n, 0n];
  }
  const costs = costsOf(before);
  costs[before.toMove] += before.margin - (before.options.find(({ move }) => move === moves.at(-1))?.margin ?? 0n);
  return costs;
}

/** Return the sums at odd and even places of a row of even length. The player to move can secure either sum. */
function parityOf({ parts, start }: State): CoinsDescribed["parity"] {
  const live = parts.flatMap((part, row) => (part.coins.length > 0 ? [{ ...part, row }] : []));
  const [only] = live;
  if (live.length !== 1 || only?.kind !== "row" || only.coins.length % 2 === 1) {
    return null;
  }
  const [odd, even] = [0, 1].map((rest) => total(only.coins.filter((_, at) => at % 2 === rest))) as [bigint, bigint];
  const [end, margin] = odd >= even ? ["L", odd - even] : ["R", even - odd];
  return {
    odd: over(odd, start.unit),
    even: over(even, start.unit),
    move: start.single ? end : `${only.row + 1}${end}`,
    margin: over(margin, start.unit),
  };
}

/** Return the worth of each legal move. */
function adviceOf(state: State): CoinsAdvice[] {
  const { start, margin: best, final, toMove } = state;
  return state.options.map((option) => {
    const loss = ((best - option.margin) / 2n) * (toMove === 0 ? 1n : -1n);
    return {
      ...picked(start, option),
      margin: over(option.margin, start.unit),
      cost: over(best - option.margin, start.unit),
      best: option.margin === best,
      final: [over(final[0] - loss, start.unit), over(final[1] + loss, start.unit)],
    };
  });
}

/** Return the cost of the last move, the moves that were better, and the best answers to it. */
function reviewOf(state: State, last: CoinsTaken | undefined): CoinsReview | null {
  const { before, start } = state;
  if (!before || !last) {
    return null;
  }
  return {
    player: last.player,
    move: last.move,
    cost: last.cost,
    better: last.cost === 0 ? [] : before.best.map((option) => picked(start, option)),
    answers: state.best.map((option) => picked(start, option)),
    margin: over(state.margin, start.unit),
  };
}

/** Describe a position as the server does. */
function described(state: State): CoinsDescribed {
  const { final, moves, options, parts, start, stretches, totals, toMove } = state;
  const beginning = states.get(start.id) ?? new State(start);
  const say = (value: bigint): Exact => over(value, start.unit);
  const both = ([first, second]: readonly [bigint, bigint]): [Exact, Exact] => [say(first), say(second)];
  const lead = ([first, second]: readonly [bigint, bigint]): Exact => say(first - second);
  const taken = takenBy(state);
  return {
    game: "coins",
    id: state.id,
    start: start.id,
    moves,
    legal: options.map(({ move }) => move),
    over: options.length === 0,
    scores: both(totals),
    rows: stretches.map(({ kind, lo, hi }, row) => {
      const { kind: start_kind, coins } = start.parts[row] ?? { kind, coins: [] };
      return { kind, start_kind, left: Array.from({ length: hi - lo }, (_, at) => (lo + at) % coins.length) };
    }),
    start_coins: start.parts.map(({ coins }) => coins.map(say)),
    coins: parts.map(({ coins }) => coins.map(say)),
    to_move: toMove,
    margin: lead(totals),
    taken,
    costs: both(costsOf(state)),
    advice: adviceOf(state),
    review: reviewOf(state, taken.at(-1)),
    final: both(final),
    final_margin: lead(final),
    start_final: both(beginning.final),
    start_margin: lead(beginning.final),
    guaranteed: options.length === 0 ? null : say(final[toMove]),
    parity: parityOf(state),
  };
}

/** Return the position with an id; null if the id is invalid, in which case the server explains the error. */
export function read(id: string): CoinsDescribed | null {
  const state = stateOf(id);
  return state && described(state);
}

function play(from: CoinsDescribed, move: string): CoinsDescribed | null {
  const after = stateOf(from.id)?.play(move);
  return after ? described(remembered(after)) : null;
}

/** The rules that the pages use to read positions and make moves. */
export const RULES: Rules<CoinsDescribed> = { read, play };
