/** Who plays in a game for two: the address says it. */

/** One of two players: who began, and the other one. */
export type Player = 0 | 1;

/** Who sits at the table, as the query of the address says it. */
export interface Seats {
  /** The opponent as the API names it; null if two people play. */
  opponent: string | null;
  /** Which player I am; null if two people play. */
  me: Player | null;
  /** From which the opponent's chance follows. */
  seed: number;
}

export const OPPONENTS = ["perfect", "greedy", "random", "noisy"] as const;
export type OpponentName = (typeof OPPONENTS)[number];

const SEEDS = 1_000_000;

export function readSeats(query: URLSearchParams): Seats {
  const opponent = query.get("vs");
  const seed = /^\d{1,9}$/.test(query.get("seed") ?? "") ? Number(query.get("seed")) : 0;
  return { opponent, me: opponent === null ? null : query.get("first") === "them" ? 1 : 0, seed };
}

export function writeSeats({ opponent, me, seed }: Seats): string {
  if (opponent === null) {
    return "";
  }
  const query = new URLSearchParams({ vs: opponent, first: me === 1 ? "them" : "me" });
  if (isChancy(opponent)) {
    query.set("seed", String(seed));
  }
  // In a query these two need no escape, and addresses are read by people.
  return `?${query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/")}`;
}

/** Whether an opponent throws dice. */
function isChancy(opponent: string): boolean {
  return opponent === "random" || opponent.startsWith("noisy");
}

export function newSeed(): number {
  return Math.floor(Math.random() * SEEDS);
}

/** "noisy" for "noisy:1/4"; null for a name that the page does not know. */
export function opponentName(opponent: string): OpponentName | null {
  const name = opponent.split(":")[0];
  return OPPONENTS.find((known) => known === name) ?? null;
}

/** Who sits on the left, and who on the right: oneself, or the first of two people, on the left. */
export function sides({ me }: Seats): readonly [Player, Player] {
  return me === 1 ? [1, 0] : [0, 1];
}

/** The side of a player, which gives pieces and totals their colour. */
export function sideOf({ me }: Seats, player: Player): "mine" | "theirs" {
  return player === (me ?? 0) ? "mine" : "theirs";
}
