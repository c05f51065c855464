/** The players of a game for two, which the query of the address names. */

import { BY_LINK } from "../../lib/sending";

/** The number of a player. Player 0 makes the first move of the game. */
export type Player = 0 | 1;

/** The players of a game. */
export interface Seats {
  /** The opponent's name in the API; null if two people share the board. */
  opponent: string | null;
  /** The reader's player; null if two people share the board. */
  me: Player | null;
  /** The seed of an opponent that plays at random. */
  seed: number;
  /** In a game by link, the invalid word that the address contains instead of the reader's side. */
  wrong?: string;
}

export const OPPONENTS = ["perfect", "greedy", "random", "noisy"] as const;
export type OpponentName = (typeof OPPONENTS)[number];

const SEEDS = 1_000_000;

export function readSeats(query: URLSearchParams): Seats {
  const opponent = query.get("vs");
  const seed = /^\d{1,9}$/.test(query.get("seed") ?? "") ? Number(query.get("seed")) : 0;
  const first = query.get("first") ?? "";
  const wrong = opponent === BY_LINK && !["me", "them"].includes(first);
  return { opponent, me: opponent === null ? null : first === "them" ? 1 : 0, seed, ...(wrong && { wrong: first }) };
}

export function writeSeats({ opponent, me, seed }: Seats): string {
  if (opponent === null) {
    return "";
  }
  const query = new URLSearchParams({ vs: opponent, first: me === 1 ? "them" : "me" });
  if (isChancy(opponent)) {
    query.set("seed", String(seed));
  }
  // Leave ":" and "/" unescaped, which a query allows: the address is then easier to read.
  return `?${query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/")}`;
}

/** Return whether an opponent's moves are random. */
function isChancy(opponent: string): boolean {
  return opponent === "random" || opponent.startsWith("noisy");
}

export function newSeed(): number {
  return Math.floor(Math.random() * SEEDS);
}

/** Return "noisy" for "noisy:1/4"; null for a name that the page does not know. */
export function opponentName(opponent: string): OpponentName | null {
  const name = opponent.split(":")[0];
  return OPPONENTS.find((known) => known === name) ?? null;
}

/** Return who sits on the left and on the right. The reader, or the first of two people, sits on the left. */
export function sides({ me }: Seats): readonly [Player, Player] {
  return me === 1 ? [1, 0] : [0, 1];
}

/** Return the side of a player, which sets the colour of pieces and totals. */
export function sideOf({ me }: Seats, player: Player): "mine" | "theirs" {
  return player === (me ?? 0) ? "mine" : "theirs";
}
