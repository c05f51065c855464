/**
 * Both variants of Taxman's rules in the browser, so that moves, previews, undo and redo do not wait for a server.
 *
 * Positions are described exactly as the server describes them; tests compare both descriptions on the same games.
 */
import type { TaxmanDescribed, TaxmanPreview, TaxmanTile, TaxmanTurn } from "../../generated/api";
import { LIMITS } from "../../generated/taxman";
import { playsAll } from "../../lib/rules";

const ID = /^taxman:(?:([1-9]\d{0,3})|pot((?:\.[1-9]\d*)+))(~end)?(?:\/([\d.]+))?$/;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A board during a game. It records which numbers remain, and how the others left. */
export class Board {
  readonly moves: number[] = [];
  player = 0;
  taxman = 0;
  /** For each number that has left, why it left and in which move. */
  readonly #gone = new Map<number, TaxmanTile>();
  readonly #divisors = new Map<number, number[]>();
  /** For each number, its multiples that have no multiples themselves; only these can become dead. */
  readonly #ends = new Map<number, number[]>();

  /** Start with an ascending `pot`; `n` is N if the pot is 1 to N. If `waits`, dead numbers stay until the end. */
  constructor(
    readonly pot: readonly number[],
    readonly n: number | null,
    readonly waits: boolean,
  ) {
    for (const number of pot) {
      this.#divisors.set(number, []);
      this.#ends.set(number, []);
    }
    const multiples = pot.map((divisor) => {
      const found = this.#multiples(divisor);
      for (const multiple of found) {
        this.#divisors.get(multiple)?.push(divisor);
      }
      return found.length;
    });
    const ends = pot.filter((_, at) => multiples[at] === 0);
    for (const end of ends) {
      for (const divisor of this.#divisors.get(end) ?? []) {
        this.#ends.get(divisor)?.push(end);
      }
    }
    this.#settle(this.waits ? [] : ends.filter((end) => this.#divisors.get(end)?.length === 0), 0);
  }

  isLeft(number: number): boolean {
    return this.#divisors.has(number) && !this.#gone.has(number);
  }

  /** Return the tax on a number: its divisors that are left, ascending. */
  tax(number: number): number[] {
    return (this.#divisors.get(number) ?? []).filter((divisor) => this.isLeft(divisor));
  }

  /** Return every legal move, ascending. */
  legal(): number[] {
    return this.pot.filter((number) => this.isLegal(number));
  }

  isLegal(number: number): boolean {
    return this.isLeft(number) && (this.#divisors.get(number) ?? []).some((divisor) => this.isLeft(divisor));
  }

  /** Return the effect of a legal move. */
  preview(take: number): TaxmanPreview {
    const tax = this.tax(take);
    const lost = this.#dead(new Set([take, ...tax]));
    return { take, tax, lost, net: take - sum(tax) - sum(lost) };
  }

  /** Take a number; return false if that is illegal. */
  play(number: number): boolean {
    if (!this.isLegal(number)) {
      return false;
    }
    const tax = this.tax(number);
    const move = this.moves.push(number);
    this.#remove([number], "take", move);
    this.#remove(tax, "tax", move);
    this.player += number;
    this.taxman += sum(tax);
    this.#settle(this.waits ? [] : this.#dead(new Set([number, ...tax])), move);
    return true;
  }

  tiles(): TaxmanTile[] {
    return this.pot.map((number) => this.#gone.get(number) ?? { number, fate: "open", move: null });
  }

  #remove(numbers: readonly number[], fate: TaxmanTile["fate"], move: number): void {
    for (const number of numbers) {
      this.#gone.set(number, { number, fate, move });
    }
  }

  /**
   * Return, ascending, the numbers that become dead when others are removed: they can neither be taken nor be tax.
   *
   * Only multiples of the removed numbers can become dead. A number that is left still has all its multiples: taking
   * a multiple would have removed the number as tax.
   */
  #dead(gone: ReadonlySet<number>): number[] {
    const found = new Set<number>();
    const keeps = (number: number): boolean => !gone.has(number) && this.isLeft(number);
    for (const number of gone) {
      for (const end of this.#ends.get(number) ?? []) {
        if (keeps(end) && !this.#divisors.get(end)?.some(keeps)) {
          found.add(end);
        }
      }
    }
    return [...found].sort((one, other) => one - other);
  }

  /** Give the taxman the dead numbers, or all remaining numbers if the game is over. */
  #settle(dead: readonly number[], move: number): void {
    const over = this.waits && !this.pot.some((number) => this.isLegal(number));
    const his = over ? this.pot.filter((number) => this.isLeft(number)) : dead;
    this.#remove(his, "left", move);
    this.taxman += sum(his);
  }

  /** Return the multiples of a number in the pot, ascending. */
  #multiples(divisor: number): number[] {
    const top = this.pot.at(-1) ?? 0;
    if (top > this.pot.length ** 2) {
      return this.pot.filter((multiple) => multiple > divisor && multiple % divisor === 0);
    }
    const found: number[] = [];
    for (let multiple = 2 * divisor; multiple <= top; multiple += divisor) {
      if (this.#divisors.has(multiple)) {
        found.push(multiple);
      }
    }
    return found;
  }
}

/** Parse the numbers of a pot, ascending; null if the pot is too large or repeats a number. */
function potOf(n: string | undefined, listed: string | undefined): number[] | null {
  const pot =
    listed === undefined
      ? Array.from({ length: Math.min(Number(n), LIMITS.pot + 1) }, (_, i) => i + 1)
      : listed
          .slice(1)
          .split(".")
          .map(Number)
          .sort((one, other) => one - other);
  const fits = pot.length <= LIMITS.pot && Number.isSafeInteger(sum(pot));
  return fits && new Set(pot).size === pot.length ? pot : null;
}

/** Return the board with an id; null if the id is invalid, in which case the server explains the error. */
export function boardOf(id: string): Board | null {
  const [found, n, listed, end, moves] = ID.exec(id) ?? [];
  const pot = found === undefined ? null : potOf(n, listed);
  if (pot === null) {
    return null;
  }
  const whole = pot.at(-1) === pot.length;
  const board = new Board(pot, whole ? pot.length : null, end !== undefined);
  return playsAll(moves, (move) => board.play(move)) ? board : null;
}

/** Describe a position as the server does; if it has more than `previewed` numbers, leave out the effects of moves. */
export function described(board: Board, best: number | null, previewed = Infinity): TaxmanDescribed {
  const { moves, n, pot } = board;
  const legal = board.legal();
  const start = `taxman:${n ?? `pot.${pot.join(".")}`}${board.waits ? "~end" : ""}`;
  return {
    game: "taxman",
    id: moves.length > 0 ? `${start}/${moves.join(".")}` : start,
    start,
    moves: moves.map(String),
    legal: legal.map(String),
    over: legal.length === 0,
    scores: [board.player, board.taxman],
    n,
    pot,
    total: pot.reduce((total, number) => total + number, 0),
    variant: board.waits ? "end" : "immediate",
    tiles: board.tiles(),
    previews: pot.length > previewed ? null : legal.map((number) => board.preview(number)),
    best,
  };
}

/** Return the moves so far, each with its tax and the numbers that it made useless, as read from the tiles. */
export function turnsOf(position: TaxmanDescribed): TaxmanTurn[] {
  const gone = position.moves.map((take) => ({ take: Number(take), tax: [] as number[], left: [] as number[] }));
  let taxman = 0;
  for (const { number, fate, move } of position.tiles) {
    if (move === 0) {
      taxman += number;
    }
    const turn = move === null ? undefined : gone[move - 1];
    if (turn && (fate === "tax" || fate === "left")) {
      turn[fate].push(number);
    }
  }
  let player = 0;
  return gone.map((turn) => {
    player += turn.take;
    taxman += sum(turn.tax) + sum(turn.left);
    return { ...turn, player, taxman };
  });
}
