/**
 * A match: rounds against an opponent, with the points of the television game.
 *
 * It is kept until the browser's tab is closed, so that a reload changes nothing.  What a round scores is for the server
 * to say; the addresses of its positions are those of any game.
 */
import { createStore } from "../../lib/store";
import { CLOCKS, DECKS, type DeckName } from "./settings";

export const OPPONENTS = ["beginner", "casual", "keen", "strong", "expert", "perfect"] as const;
export type OpponentName = (typeof OPPONENTS)[number];

export const LENGTHS = [2, 4, 6, 10] as const;

export interface Choice {
  length: number;
  /** Null is none. */
  opponent: OpponentName | null;
  deck: DeckName;
  /** Seconds for a round; 0 is no clock. */
  clock: number;
}

/** What a player has made, and in which position. */
export interface Made {
  value: number;
  id: string;
}

export interface MatchRound {
  /** Id of the deal. */
  start: string;
  target: number;
  /** How many large numbers were chosen; null if that was left to chance. */
  large: number | null;
  /** When the clock runs out, in milliseconds since 1970; null unless it runs. */
  ends: number | null;
  phase: "play" | "declare" | "show" | "over";
  /** The closest so far, also if it was taken back since. */
  made: Made | null;
  declared: number | null;
  /** Id of the position in which what was declared has been shown, or has not. */
  final: string | null;
  score: RoundScore | null;
}

export interface RoundScore {
  mine: number;
  theirs: number;
  /** Whether the target was hit, and whether it could be. */
  hit: boolean;
  reachable: boolean;
  /** Points of the best answer. */
  best: number;
}

export interface Match extends Choice {
  /** What deals and opponents are drawn from: a reload gives the same ones. */
  seed: number;
  rounds: readonly MatchRound[];
}

const KEY = "perfectplay.pursuit.match";
const SEEDS = 1_000_000_000;

export const DEFAULT_CHOICE: Choice = { length: 4, opponent: "casual", deck: "classic", clock: 30 };

/** Whether this is a match as it is kept now. */
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

function load(): Match | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isWhole(kept) ? kept : null;
  } catch {
    // The browser keeps nothing, or the text under our name is not ours.
    return null;
  }
}

/** The match of this tab; null if there is none. */
export const matches = createStore<Match | null>(load());

function save(match: Match | null): void {
  matches.set(match);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(match));
  } catch {
    // Then the match lasts as long as the page.
  }
}

export function startMatch(choice: Choice): void {
  save({ ...choice, seed: Math.floor(Math.random() * SEEDS), rounds: [] });
}

export function endMatch(): void {
  save(null);
}

/** The seed of a round, from 1. */
export function roundSeed(match: Match, round: number): number {
  return match.seed + round;
}

/** Notes a deal, and starts its clock. */
export function addRound(start: string, target: number, large: number | null): void {
  const match = matches.get();
  if (match !== null && !match.rounds.some((round) => round.start === start)) {
    const ends = match.clock ? Date.now() + 1000 * match.clock : null;
    const fresh = { phase: "play", made: null, declared: null, final: null, score: null } as const;
    save({ ...match, rounds: [...match.rounds, { start, target, large, ends, ...fresh }] });
  }
}

export function changeRound(start: string, changes: Partial<MatchRound>): void {
  const match = matches.get();
  if (match !== null) {
    save({
      ...match,
      rounds: match.rounds.map((round) => (round.start === start ? { ...round, ...changes } : round)),
    });
  }
}

/** The round of a position: its id begins with that of the deal. */
export function roundOf(match: Match | null, id: string): MatchRound | null {
  return match?.rounds.find((round) => round.start === id.split("/")[0]) ?? null;
}

/** The round that is being played, if one is. */
export function openRound(match: Match): MatchRound | null {
  return match.rounds.find((round) => round.phase !== "over") ?? null;
}

export interface Totals {
  mine: number;
  theirs: number;
  hits: number;
  reachable: number;
  /** Points of the best answers. */
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

/** The closest to a target of what has been made before and what lies on the table now. */
export function closer(target: number, before: Made | null, now: Made): Made {
  return before !== null && Math.abs(before.value - target) <= Math.abs(now.value - target) ? before : now;
}
