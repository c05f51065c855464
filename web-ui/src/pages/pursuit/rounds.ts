/**
 * The games of this sitting: their clocks, what came of them, and the score.
 *
 * A game is counted once, when it ends: by a hit, because the player is content, by the clock, or when another one is
 * dealt.  After help was asked for, it is played for pleasure.  Kept until the browser's tab is closed.
 */
import { noteOver } from "../../lib/record";
import { createStore } from "../../lib/store";

export interface Round {
  /** Id of the deal. */
  start: string;
  target: number;
  /** Seconds for it; 0 is no clock. */
  limit: number;
  /** When the clock runs out, in milliseconds since 1970; null unless it runs. */
  ends: number | null;
  /** Whether a hint or a solution was looked at before the end. */
  helped: boolean;
  /** How it ended. */
  outcome: Outcome | null;
}

export interface Outcome {
  distance: number;
  /** The distance as text, exact whatever its length. */
  distance_text: string;
  by: "hit" | "content" | "clock" | "left";
  /** Not if the game came here finished, by a link. */
  counted: boolean;
}

export interface Score {
  games: number;
  hits: number;
  /** How far the others were from their targets, in all. */
  distance: bigint;
  /** Games with help, which are not counted above. */
  helped: number;
}

const KEY = "perfectplay.pursuit.rounds";
const REMEMBERED = 200;

/** Whether this is a round as it is kept now: an earlier version of the page may have left others. */
function isWhole(round: Partial<Round> | null): boolean {
  return typeof round?.start === "string" && (!round.outcome || typeof round.outcome.distance_text === "string");
}

function load(): readonly Round[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Round[]).filter(isWhole) : [];
  } catch {
    // The browser keeps nothing, or the text under our name is not ours.
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
    // Then the score lasts as long as the page.
  }
}

function findRound(start: string): Round | undefined {
  return rounds.get().find((round) => round.start === start);
}

function change(start: string, changes: Partial<Round>): void {
  save(rounds.get().map((round) => (round.start === start ? { ...round, ...changes } : round)));
}

/** Notes that a game is on the table, unless it has been there before; `runs` starts its clock. */
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

/** Goes on without a clock. */
export function removeClock(start: string): void {
  change(start, { limit: 0, ends: null });
}

/** Notes that help was asked for; after the end it costs nothing. */
export function noteHelp(start: string): void {
  const round = findRound(start);
  if (round && !round.outcome && !round.helped) {
    change(start, { helped: true });
  }
}

/** Ends a game; only the first end counts. */
export function finishRound(start: string, outcome: Outcome): void {
  const round = findRound(start);
  if (round && !round.outcome) {
    change(start, { outcome, ends: null });
    if (outcome.counted) {
      noteOver();
    }
  }
}

/** Starts the score anew; the game on the table stays, and is not counted if it has ended. */
export function clearRounds(start: string): void {
  const stays = rounds.get().filter((round) => round.start === start);
  save(stays.map((round) => (round.outcome ? { ...round, outcome: { ...round.outcome, counted: false } } : round)));
}

/** What came of all games so far. */
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
