/**
 * A match: rounds against an opponent, with the points of the television game.
 *
 * The match is kept until the browser tab is closed, so a reload changes nothing. The server scores the rounds.
 * Positions have the same URLs as in other games.
 */
import { createKept } from "./kept";
import { CLOCKS, DECKS, type DeckName } from "./settings";

export const OPPONENTS = ["beginner", "casual", "keen", "strong", "expert", "perfect"] as const;
export type OpponentName = (typeof OPPONENTS)[number];

export const LENGTHS = [2, 4, 6, 10] as const;

export interface Choice {
  length: number;
  /** The opponent's name; null if there is no opponent. */
  opponent: OpponentName | null;
  deck: DeckName;
  /** Seconds for a round; 0 for no clock. */
  clock: number;
}

/** A number that a player has made, and the id of the position in which it was made. */
export interface Made {
  value: number;
  id: string;
}

export interface MatchRound {
  /** Id of the deal. */
  start: string;
  target: number;
  /** Number of large numbers that the player asked for; null if this was left to chance. */
  large: number | null;
  /** The time when the clock runs out, in milliseconds since 1970; null unless it runs. */
  ends: number | null;
  phase: "play" | "declare" | "show" | "over";
  /** The closest number so far, even if the step that made it has been undone. */
  made: Made | null;
  declared: number | null;
  /** Id of the final position, in which the player has made the declared number, or failed to make it. */
  final: string | null;
  score: RoundScore | null;
}

interface RoundScore {
  mine: number;
  theirs: number;
  /** Flags that say whether the target was hit, and whether it could be hit at all. */
  hit: boolean;
  reachable: boolean;
  /** Points for the best possible answer. */
  best: number;
}

export interface Match extends Choice {
  /** The seed for deals and opponents; a reload then gives the same deals and the same declarations. */
  seed: number;
  rounds: readonly MatchRound[];
}

const SEEDS = 1_000_000_000;

export const DEFAULT_CHOICE: Choice = { length: 4, opponent: "casual", deck: "classic", clock: 30 };

/** Return whether a stored match has the current format. */
function isWhole(kept: unknown): kept is Match {
  const match = kept as Partial<Match> | null;
  return (
    typeof match === "object" &&
    match !== null &&
    Number.isInteger(match.length) &&
    Number.isInteger(match.seed) &&
    DECKS.some((deck) => deck === match.deck) &&
    CLOCKS.some((clock) => clock === match.clock) &&
    (match.opponent === null || OPPONENTS.some((name) => name === match.opponent)) &&
    Array.isArray(match.rounds) &&
    match.rounds.every((round) => typeof round?.start === "string" && typeof round.target === "number")
  );
}

/** The match of this tab; null if there is none. */
export const matches = createKept("perfectplay.pursuit.match", (kept) => (isWhole(kept) ? kept : null));

export function startMatch(choice: Choice): void {
  matches.set({ ...choice, seed: Math.floor(Math.random() * SEEDS), rounds: [] });
}

export function endMatch(): void {
  matches.set(null);
}

/** Return the seed of a round, counted from 1. */
export function roundSeed(match: Match, round: number): number {
  return match.seed + round;
}

/** Add a round with this deal, and start its clock. */
export function addRound(start: string, target: number, large: number | null): void {
  const match = matches.get();
  if (match !== null && !match.rounds.some((round) => round.start === start)) {
    const ends = match.clock ? Date.now() + 1000 * match.clock : null;
    const fresh = { phase: "play", made: null, declared: null, final: null, score: null } as const;
    matches.set({ ...match, rounds: [...match.rounds, { start, target, large, ends, ...fresh }] });
  }
}

export function changeRound(start: string, changes: Partial<MatchRound>): void {
  const match = matches.get();
  if (match !== null) {
    matches.set({
      ...match,
      rounds: match.rounds.map((round) => (round.start === start ? { ...round, ...changes } : round)),
    });
  }
}

/** Return the round of a position, whose id begins with the id of the deal. */
export function roundOf(match: Match | null, id: string): MatchRound | null {
  return match?.rounds.find((round) => round.start === id.split("/")[0]) ?? null;
}

/** Return the round in progress; null if there is none. */
export function openRound(match: Match): MatchRound | null {
  return match.rounds.find((round) => round.phase !== "over") ?? null;
}

export interface Totals {
  mine: number;
  theirs: number;
  hits: number;
  reachable: number;
  /** Total points for the best possible answers. */
  best: number;
}

export function totals(match: Match): Totals {
  const sum: Totals = { mine: 0, theirs: 0, hits: 0, reachable: 0, best: 0 };
  for (const { score } of match.rounds) {
    if (score !== null) {
      sum.mine += score.mine;
      sum.theirs += score.theirs;
      sum.hits += score.hit ? 1 : 0;
      sum.reachable += score.reachable ? 1 : 0;
      sum.best += score.best;
    }
  }
  return sum;
}

/** Return the number that is closer to a target; if both are equally close, the earlier one. */
export function closer(target: number, before: Made | null, now: Made): Made {
  return before !== null && Math.abs(before.value - target) <= Math.abs(now.value - target) ? before : now;
}
