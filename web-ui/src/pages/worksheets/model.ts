/** Worksheets: what the server sends, and how much of it goes on a page. */

export const GAMES = ["taxman", "coins", "pursuit"] as const;
export type Game = (typeof GAMES)[number];

export const LEVELS = ["easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];

/** Sheets are numbered up to here by chance; any number up to `HIGHEST` has one. */
export const SHEETS = 9999;
export const HIGHEST = 999_999_999;

export interface TaxmanExercise {
  n: number;
  position: string;
  score: number;
  taxman: number;
  moves: readonly { take: number; tax: readonly number[] }[];
}

export interface CoinsExercise {
  coins: readonly number[];
  position: string;
  margin: number;
  first: number;
  second: number;
  best_moves: "L" | "R";
  mistake_cost: number;
  taken: readonly number[];
}

export interface PursuitExercise {
  numbers: readonly number[];
  target: number;
  position: string;
  expression: string;
  steps: readonly string[];
}

interface Base {
  level: Level;
  count: number;
  seed: number;
}

export type Sheet =
  | (Base & { game: "taxman"; exercises: readonly TaxmanExercise[] })
  | (Base & { game: "coins"; exercises: readonly CoinsExercise[] })
  | (Base & { game: "pursuit"; deck: string; exercises: readonly PursuitExercise[] });

/**
 * Moves that a game of {1..n} can have at most: each takes a number and a divisor, and of the primes above n / 2, whose
 * only divisor is 1 and which divide nothing else, one at most is taken.
 */
export function mostMoves(n: number): number {
  let idle = 0;
  for (let number = Math.max(2, Math.floor(n / 2) + 1); number <= n; number += 1) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor += 1) {
      prime &&= number % factor !== 0;
    }
    idle += Number(prime);
  }
  return Math.floor((n - Math.max(0, idle - 1)) / 2);
}

/** Exercises that fit on a page of either size, A4 or Letter. */
export function perPage(game: Game, level: Level): number {
  if (game === "taxman") {
    return level === "easy" ? 2 : 1;
  }
  return game === "coins" ? 5 : 3;
}

/** Answers that fit on a page. */
export function answersPerPage(game: Game, level: Level): number {
  return game === "taxman" && level !== "easy" ? 6 : 8;
}

export interface Wanted {
  game: Game;
  level: Level;
  count: string;
  seed: string;
  deck: string;
  heading: string;
  answers: boolean;
}

const USUAL: Readonly<Record<Game, number>> = { taxman: 2, coins: 5, pursuit: 3 };

function oneOf<T extends string>(options: readonly T[], text: string | null, usual: T): T {
  return options.find((option) => option === text) ?? usual;
}

/** What the address asks for. */
export function wanted(query: URLSearchParams): Wanted {
  const game = oneOf(GAMES, query.get("game"), "taxman");
  return {
    game,
    level: oneOf(LEVELS, query.get("level"), "easy"),
    count: query.get("count") ?? String(USUAL[game]),
    seed: query.get("seed") ?? "1",
    deck: oneOf(["cards", "classic"], query.get("deck"), "cards"),
    heading: (query.get("heading") ?? "").slice(0, 80),
    answers: query.get("answers") !== "0",
  };
}

/** Cuts a list into pages. */
export function pages<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** The signs of a formula as they are printed. */
export function typeset(text: string): string {
  return text
    .replaceAll(/\s*\*\s*/g, " × ")
    .replaceAll(/\s*\/\s*/g, " ÷ ")
    .replaceAll(/\s*\+\s*/g, " + ")
    .replaceAll(/([\d)])\s*-\s*/g, "$1 − ")
    .replaceAll("-", "−");
}
