/**
 * Both variants of the factor game's rules in the browser, so that a legal move does not wait for a server.
 *
 * Positions are described exactly as the server describes them; tests compare both descriptions on the same games.
 */
import type { FactorgameDescribed, FactorOption, FactorTile, FactorTurn } from "../../generated/api";
import { LIMITS } from "../../generated/factorgame";
import { playsAll, type Rules, rulesOf } from "../../lib/rules";

const ID = /^factorgame:([1-9]\d{0,3})(~pass)?(?:\/([\d.]+))?$/;

/** A board during a game. It records who has each number, since which move, and whether it was taken or received. */
class Board {
  readonly tiles: FactorTile[];
  readonly moves: number[] = [];
  readonly turns: FactorTurn[] = [];
  readonly scores: [number, number] = [0, 0];

  constructor(
    readonly n: number,
    readonly passing: boolean,
  ) {
    this.tiles = Array.from({ length: n }, (_, at) => ({ number: at + 1, fate: "open", player: null, move: null }));
  }

  get toMove(): 0 | 1 {
    return this.moves.length % 2 === 0 ? 0 : 1;
  }

  isLeft(number: number): boolean {
    return this.tiles[number - 1]?.move === null;
  }

  /** Return the effect of taking a number. */
  option(number: number): FactorOption {
    const given: number[] = [];
    for (let divisor = 1; 2 * divisor <= number; divisor += 1) {
      if (number % divisor === 0 && this.isLeft(divisor)) {
        given.push(divisor);
      }
    }
    const sum = given.reduce((total, divisor) => total + divisor, 0);
    return { number, given, gains: sum === 0 ? [0, 0] : [number, sum] };
  }

  /** Return all legal moves; empty once no number on the board has a proper divisor left. */
  options(): FactorOption[] {
    const all = this.tiles.filter(({ move }) => move === null).map(({ number }) => this.option(number));
    const dividing = all.filter(({ given }) => given.length > 0);
    return this.passing && dividing.length > 0 ? all : dividing;
  }

  /** Take a number; return false if that is illegal. */
  play(number: number): boolean {
    if (!this.isLeft(number)) {
      return false;
    }
    const option = this.option(number);
    if (option.given.length === 0 && !(this.passing && this.options().length > 0)) {
      return false;
    }
    const player = this.toMove;
    const other = player === 0 ? 1 : 0;
    const move = this.moves.push(number);
    const gone = (each: number, fate: FactorTile["fate"], whose: 0 | 1): void => {
      this.tiles[each - 1] = { number: each, fate, player: whose, move };
    };
    gone(number, option.given.length > 0 ? "taken" : "wasted", player);
    for (const divisor of option.given) {
      gone(divisor, "given", other);
    }
    this.scores[player] += option.gains[0];
    this.scores[other] += option.gains[1];
    this.turns.push({ ...option, player });
    return true;
  }

  /** Return the tiles, with marks on numbers that have neither a divisor nor a multiple left and can never score. */
  marked(options: readonly FactorOption[]): FactorTile[] {
    const useful = new Set(options.flatMap(({ number, given }) => (given.length > 0 ? [number, ...given] : [])));
    return this.tiles.map((tile) =>
      tile.move === null && !useful.has(tile.number) ? { ...tile, fate: "alone" } : tile,
    );
  }

  described(): FactorgameDescribed {
    const options = this.options();
    const start = `factorgame:${this.n}${this.passing ? "~pass" : ""}`;
    return {
      game: "factorgame",
      id: this.moves.length > 0 ? `${start}/${this.moves.join(".")}` : start,
      start,
      moves: this.moves.map(String),
      legal: options.map(({ number }) => String(number)),
      over: options.length === 0,
      scores: this.scores,
      n: this.n,
      passing: this.passing,
      to_move: this.toMove,
      tiles: this.marked(options),
      options,
      turns: this.turns,
    };
  }
}

/** Return the position with an id; null if the id is invalid, in which case the server explains the error. */
export function read(id: string): FactorgameDescribed | null {
  const [, n = "0", rule, moves] = ID.exec(id) ?? [];
  if (Number(n) < 1 || Number(n) > LIMITS.board) {
    return null;
  }
  const board = new Board(Number(n), rule !== undefined);
  return playsAll(moves, (move) => board.play(move)) ? board.described() : null;
}

/** The rules that the pages use to read positions and make moves. */
export const RULES: Rules<FactorgameDescribed> = rulesOf(read);
