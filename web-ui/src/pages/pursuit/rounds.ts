/**
 * Keeps the games of this sitting, with their clocks, their outcomes and the total score.
 *
 * A game is counted once, when it ends: the target is hit, the player stops, the time is up, or another game is dealt.
 * A game with help does not count. The score is kept until the browser tab is closed.
 */
import { noteOver } from "../../lib/record";
import { createKept } from "./kept";

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
  /** The exact distance as a text; `distance` is rounded if it is large. */
  distance_text: string;
  by: "hit" | "content" | "clock" | "left";
  /** Set unless a link opened a game that was finished already. */
  counted: boolean;
}

export interface Score {
  games: number;
  hits: number;
  /** Total distance from the target in all games without a hit. */
  distance: bigint;
  /** Number of games with help, which are left out of the other figures. */
  helped: number;
}

const REMEMBERED = 200;

/** Return whether a stored game has the current format: an earlier version of the page may have used another. */
function isWhole(round: Partial<Round> | null): boolean {
  return typeof round?.start === "string" && (!round.outcome || typeof round.outcome.distance_text === "string");
}

/** All games, the latest last. */
export const rounds = createKept("perfectplay.pursuit.rounds", (kept): readonly Round[] =>
  Array.isArray(kept) ? kept.filter(isWhole) : [],
);

function save(next: readonly Round[]): void {
  rounds.set(next.slice(-REMEMBERED));
}

function findRound(start: string): Round | undefined {
  return rounds.get().find((round) => round.start === start);
}

function change(start: string, changes: Partial<Round>): void {
  save(rounds.get().map((round) => (round.start === start ? { ...round, ...changes } : round)));
}

/** Record a new game, unless it is known already; its clock starts if `runs` is set. */
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

/** Record that the player asked for help. Help after the end of a game changes nothing. */
export function noteHelp(start: string): void {
  const round = findRound(start);
  if (round && !round.outcome && !round.helped) {
    change(start, { helped: true });
  }
}

/** Record the outcome of a game, unless the game has ended already. */
export function finishRound(start: string, outcome: Outcome): void {
  const round = findRound(start);
  if (round && !round.outcome) {
    change(start, { outcome, ends: null });
    if (outcome.counted) {
      noteOver();
    }
  }
}

/** Reset the score. The current game stays on the table; if it has ended, it no longer counts. */
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
