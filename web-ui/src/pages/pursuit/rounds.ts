/**
 * The games of this sitting: their clocks, outcomes and score.
 *
 * A game is counted once, when it ends: by a hit, because the player stops, by the clock, or when another game is
 * dealt. A game with help does not count. The score is kept until the browser tab is closed.
 */
import { noteOver } from "../../lib/record";
import { createStore } from "../../lib/store";

export interface Round {
  /** Id of the deal. */
  start: string;
  target: number;
  /** Seconds for the game; 0 for no clock. */
  limit: number;
  /** The time when the clock runs out, in milliseconds since 1970; null unless it runs. */
  ends: number | null;
  /** Set if the player looked at a hint or a solution before the end. */
  helped: boolean;
  /** The outcome; null while the game continues. */
  outcome: Outcome | null;
}

export interface Outcome {
  distance: number;
  /** The distance as a text, exact at any length. */
  distance_text: string;
  by: "hit" | "content" | "clock" | "left";
  /** Not set if a link led to a finished game. */
  counted: boolean;
}

export interface Score {
  games: number;
  hits: number;
  /** Total distance from the target of the games without a hit. */
  distance: bigint;
  /** Games with help, which are not counted above. */
  helped: number;
}

const KEY = "perfectplay.pursuit.rounds";
const REMEMBERED = 200;

/** Return whether a stored game has the current format: an earlier version of the page may have left others. */
function isWhole(round: Partial<Round> | null): boolean {
  return typeof round?.start === "string" && (!round.outcome || typeof round.outcome.distance_text === "string");
}

function load(): readonly Round[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Round[]).filter(isWhole) : [];
  } catch {
    // The browser keeps nothing, or another program wrote the text under this name.
    return [];
  }
}

/** All games, the latest last. */
export const rounds = createStore(load());

function save(next: readonly Round[]): void {
  rounds.set(next.slice(-REMEMBERED));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(rounds.get()));
  } catch {
    // The score then lasts as long as the page.
  }
}

function findRound(start: string): Round | undefined {
  return rounds.get().find((round) => round.start === start);
}

function change(start: string, changes: Partial<Round>): void {
  save(rounds.get().map((round) => (round.start === start ? { ...round, ...changes } : round)));
}

/** Note that a game is on the table, unless it has been there before; `runs` starts its clock. */
export function beginRound(start: string, target: number, limit: number, runs: boolean): void {
  if (!findRound(start)) {
    const ends = limit && runs ? Date.now() + 1000 * limit : null;
    save([...rounds.get(), { start, target, limit, ends, helped: false, outcome: null }]);
  }
}

export function startClock(start: string): void {
  const round = findRound(start);
  if (round?.limit && !round.outcome) {
    change(start, { ends: Date.now() + 1000 * round.limit });
  }
}

/** Stop the clock of a game. */
export function removeClock(start: string): void {
  change(start, { limit: 0, ends: null });
}

/** Note that the player asked for help; after the end it costs nothing. */
export function noteHelp(start: string): void {
  const round = findRound(start);
  if (round && !round.outcome && !round.helped) {
    change(start, { helped: true });
  }
}

/** End a game; only the first end counts. */
export function finishRound(start: string, outcome: Outcome): void {
  const round = findRound(start);
  if (round && !round.outcome) {
    change(start, { outcome, ends: null });
    if (outcome.counted) {
      noteOver();
    }
  }
}

/** Reset the score. The current game stays, and is not counted if it has ended. */
export function clearRounds(start: string): void {
  const stays = rounds.get().filter((round) => round.start === start);
  save(stays.map((round) => (round.outcome ? { ...round, outcome: { ...round.outcome, counted: false } } : round)));
}

/** Return the score of all games so far. */
export function score(all: readonly Round[]): Score {
  const total: Score = { games: 0, hits: 0, distance: 0n, helped: 0 };
  for (const { outcome, helped } of all) {
    if (outcome?.counted && helped) {
      total.helped += 1;
    } else if (outcome?.counted) {
      total.games += 1;
      total.hits += outcome.distance === 0 ? 1 : 0;
      total.distance += BigInt(outcome.distance_text);
    }
  }
  return total;
}
