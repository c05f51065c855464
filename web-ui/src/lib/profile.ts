/**
 * What this browser remembers of the player: games, best results, puzzles of the day.  It is never sent
 * anywhere.
 *
 * Pages read it by `profile`, and by `useProfile()` where they must render again when it changes:
 *
 *     profile.best(game, key)      the best result of a puzzle, or null; the game says what its keys are
 *     profile.finished(game)       how many games of it have been finished here
 *     profile.won(game), profile.perfect(game)    how many of them were won, or could not have been better
 *     profile.unfinished(game?)    games to go on with, the latest first; of all games, if none is named
 *
 * What happens in games is written by lib/record.ts alone.
 */
import { createStore, readSetting, removeSetting, useStore } from "./store";

const KEY = "perfectplay.profile";
export const VERSION = 1;

/** Most games that are remembered, and most unfinished ones of one game. */
const MOST = 200;
const MOST_OPEN = 20;
/** Longest file that is read, in characters. */
const LONGEST = 8_000_000;

/** What came of a game. */
export interface Outcome {
  /** Which results compare, such as the size of a pot. */
  key: string;
  /** How good it is: more is better.  For comparing alone; what is shown is below. */
  value: number;
  /** As the game counts, exactly. */
  score: string;
  /** The best possible score; null if it is not known. */
  best: string | null;
  moves: number;
  won: boolean;
  /** Whether nothing better was possible; null if that is not known. */
  perfect: boolean | null;
}

/** A game that was played here, with at least one move of one's own. */
export interface Game {
  /** Names it: two games from one start are two. */
  own: string;
  game: string;
  start: string;
  /** The furthest position of its line. */
  id: string;
  /** The address's query: against whom it is, and of which day. */
  query: string;
  moves: number;
  /** When it was last played, in milliseconds since 1970. */
  at: number;
  /** null as long as it is not finished. */
  outcome: Outcome | null;
}

export interface Best extends Outcome {
  at: number;
}

/** The best result of a puzzle of the day. */
export interface Done extends Outcome {
  /** The day on which it was first finished, as in 2026-11-22. */
  on: string;
}

export interface Totals {
  games: number;
  wins: number;
  perfect: number;
}

export interface Profile {
  version: typeof VERSION;
  /** The latest first. */
  games: readonly Game[];
  /** By game and key. */
  best: Readonly<Record<string, Readonly<Record<string, Best>>>>;
  /** By game. */
  totals: Readonly<Record<string, Totals>>;
  /** By day and game. */
  days: Readonly<Record<string, Readonly<Record<string, Done>>>>;
  /** By game: when its first win was celebrated, in milliseconds since 1970. */
  celebrated: Readonly<Record<string, number>>;
}

export const EMPTY: Profile = { version: VERSION, games: [], best: {}, totals: {}, days: {}, celebrated: {} };
const NOTHING: Totals = { games: 0, wins: 0, perfect: 0 };

/* ---------------------------------------------------------------- reading */

/** What a record has under a name; names such as "constructor" are names like any other. */
export function at<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

type Read<T> = (value: unknown) => T;

class Misfit extends Error {}

function fail(): never {
  throw new Misfit();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const object: Read<Record<string, unknown>> = (value) => (isObject(value) ? value : fail());
const text: Read<string> = (value) => (typeof value === "string" ? value : fail());
const flag: Read<boolean> = (value) => (typeof value === "boolean" ? value : fail());
const number: Read<number> = (value) => (typeof value === "number" && Number.isFinite(value) ? value : fail());
const count: Read<number> = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : fail());
const shaped =
  (form: RegExp): Read<string> =>
  (value) =>
    form.test(text(value)) ? text(value) : fail();
const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value);
const record =
  <T>(read: Read<T>, name: Read<string> = text): Read<Record<string, T>> =>
  (value) =>
    Object.fromEntries(Object.entries(object(value)).map(([key, part]) => [name(key), read(part)]));

const name = shaped(/^[a-z][a-z0-9-]*$/);
const position = shaped(/^[a-z][a-z0-9-]*:./s);
const day = shaped(/^\d{4}-\d{2}-\d{2}$/);

const outcome: Read<Outcome> = (value) => {
  const it = object(value);
  return {
    key: text(it.key),
    value: number(it.value),
    score: text(it.score),
    best: orNull(text)(it.best),
    moves: count(it.moves),
    won: flag(it.won),
    perfect: orNull(flag)(it.perfect),
  };
};
const best: Read<Best> = (value) => ({ ...outcome(value), at: count(object(value).at) });
const done: Read<Done> = (value) => ({ ...outcome(value), on: day(object(value).on) });
const totals: Read<Totals> = (value) => {
  const it = object(value);
  return { games: count(it.games), wins: count(it.wins), perfect: count(it.perfect) };
};
const game: Read<Game> = (value) => {
  const it = object(value);
  return {
    own: text(it.own),
    game: name(it.game),
    start: position(it.start),
    id: position(it.id),
    query: shaped(/^(\?.*)?$/s)(it.query),
    moves: count(it.moves),
    at: count(it.at),
    outcome: orNull(outcome)(it.outcome),
  };
};

/** Reads a profile; null if it is none that this version can read. */
export function parseProfile(source: string): Profile | null {
  try {
    const it = object(source.length <= LONGEST ? JSON.parse(source) : fail());
    return {
      version: it.version === VERSION ? VERSION : fail(),
      games: Array.isArray(it.games) ? it.games.map(game) : fail(),
      best: record(record(best), name)(it.best),
      totals: record(totals, name)(it.totals),
      days: record(record(done, name), day)(it.days),
      // Earlier profiles have none.
      celebrated: record(count, name)(it.celebrated ?? {}),
    };
  } catch (error) {
    if (error instanceof Misfit || error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

/* ---------------------------------------------------------------- keeping */

/** Why what is new lasts only as long as the page; null if it is kept. */
export type Trouble = "refused" | "unreadable";
export const trouble = createStore<Trouble | null>(null);

const store = createStore<Profile>(EMPTY);
/** The text that the store was read from, or written as. */
let kept: string | null = null;

/** Reads what another tab may have written since. */
function refresh(): void {
  try {
    const found = localStorage.getItem(KEY);
    if (found !== kept) {
      const read = found === null ? EMPTY : parseProfile(found);
      // What cannot be read may be of a later version: it is left as it is.
      trouble.set(read === null ? "unreadable" : null);
      kept = found;
      store.set(read ?? EMPTY);
    }
  } catch {
    trouble.set("refused");
  }
}

function write(next: Profile): boolean {
  const wanted = JSON.stringify(next);
  try {
    localStorage.setItem(KEY, wanted);
    kept = wanted;
    return true;
  } catch {
    return false;
  }
}

/** Changes the profile.  Where the browser keeps nothing, the change lasts as long as the page. */
function change(how: (now: Profile) => Profile): void {
  refresh();
  const next = how(store.get());
  if (trouble.get() !== "unreadable") {
    const shorter = { ...next, games: next.games.slice(0, MOST / 4) };
    const written = write(next) || write(shorter);
    trouble.set(written ? null : "refused");
  }
  store.set(next);
}

/** Reads the profile, and from now on what other tabs write; called once. */
export function startProfile(): void {
  refresh();
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) {
      refresh();
    }
  });
}

/** The profile; the component renders again when it changes. */
export function useProfile(): Profile {
  return useStore(store);
}

/** Calls `listener` after each change; returns what ends that. */
export const onProfile = store.subscribe;

export const profile = {
  get: (): Profile => store.get(),
  best: (game: string, key: string): Best | null => at(at(store.get().best, game), key) ?? null,
  finished: (game: string): number => totalsOf(store.get(), game).games,
  won: (game: string): number => totalsOf(store.get(), game).wins,
  perfect: (game: string): number => totalsOf(store.get(), game).perfect,
  unfinished: (game?: string): readonly Game[] => unfinishedOf(store.get(), game),
};

export function totalsOf(from: Profile, game: string): Totals {
  return at(from.totals, game) ?? NOTHING;
}

export function unfinishedOf(from: Profile, game?: string): readonly Game[] {
  return from.games.filter((one) => one.outcome === null && (game === undefined || one.game === game));
}

/** What came of a puzzle of a day; null if it has not been finished. */
export function doneOf(from: Profile, day: string, game: string): Done | null {
  return at(at(from.days, day), game) ?? null;
}

/* ---------------------------------------------------------------- what happens */

/** The latest first, and not too many. */
function tidy(games: readonly Game[]): readonly Game[] {
  const open = new Map<string, number>();
  return games
    .filter((one) => {
      const before = open.get(one.game) ?? 0;
      open.set(one.game, before + (one.outcome === null ? 1 : 0));
      return one.outcome !== null || before < MOST_OPEN;
    })
    .slice(0, MOST);
}

/** Notes how far a game has come. */
export function noteMove(move: Omit<Game, "outcome">): void {
  change((now) => {
    const known = now.games.find(({ own }) => own === move.own);
    if (known?.outcome) {
      // After moves are taken back from the end, the game goes on for pleasure.
      return now;
    }
    const others = now.games.filter(
      (one) => one.own !== move.own && (one.outcome !== null || one.id !== move.id || one.query !== move.query),
    );
    return { ...now, games: tidy([{ ...move, outcome: null }, ...others]) };
  });
}

const better = <T extends Outcome>(one: T, other: T | null | undefined): T =>
  other && other.value >= one.value ? other : one;

/** Notes the end of a game; of several ends, after moves that were taken back, the best counts, once. */
export function noteEnd(end: Game & { outcome: Outcome }): void {
  change((now) => {
    const known = now.games.find(({ own }) => own === end.own);
    const before = known?.outcome ?? null;
    if (before !== null && before.value >= end.outcome.value) {
      return now;
    }
    const { games, wins, perfect } = totalsOf(now, end.game);
    const gained = (is: (one: Outcome) => boolean): number =>
      Number(is(end.outcome)) - Number(before !== null && is(before));
    const counted: Totals = {
      games: games + (before === null ? 1 : 0),
      wins: wins + gained((one) => one.won),
      perfect: perfect + gained((one) => one.perfect === true),
    };
    const ofGame = at(now.best, end.game) ?? {};
    const { key } = end.outcome;
    const top = better<Best>({ ...end.outcome, at: end.at }, at(ofGame, key));
    return {
      ...now,
      games: tidy([end, ...now.games.filter(({ own }) => own !== end.own)]),
      best: { ...now.best, [end.game]: { ...ofGame, [key]: top } },
      totals: { ...now.totals, [end.game]: counted },
    };
  });
}

/** Notes what came of a puzzle of a day. */
export function noteDay(date: string, game: string, result: Outcome, today: string): void {
  change((now) => {
    const before = doneOf(now, date, game);
    const next = better<Done>({ ...result, on: before?.on ?? today }, before);
    return { ...now, days: { ...now.days, [date]: { ...at(now.days, date), [game]: next } } };
  });
}

/** Whether the first win of a game has been celebrated; it had a setting of its own once, which is read and removed. */
export function wasCelebrated(game: string): boolean {
  if (at(store.get().celebrated, game) !== undefined) {
    return true;
  }
  const before = `first-win.${game}`;
  if (readSetting(before) === null) {
    return false;
  }
  noteCelebrated(game);
  removeSetting(before);
  return true;
}

/** Notes that the first win of a game has been celebrated. */
export function noteCelebrated(game: string): void {
  change((now) => ({ ...now, celebrated: { [game]: Date.now(), ...now.celebrated } }));
}

/** Takes a game off the list of those to go on with. */
export function forgetGame(own: string): void {
  change((now) => ({ ...now, games: now.games.filter((one) => one.own !== own) }));
}

/* ---------------------------------------------------------------- files */

/** The profile as a file. */
export function exportProfile(): string {
  return `${JSON.stringify(store.get(), null, 1)}\n`;
}

function merged<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  both: (a: T, b: T) => T,
): Record<string, T> {
  const added = Object.entries(other).map(([key, value]) => {
    const mine = at(one, key);
    return [key, mine === undefined ? value : both(mine, value)] as const;
  });
  return { ...one, ...Object.fromEntries(added) };
}

/** Two profiles as one: nothing of either is lost.  Of counts the larger one stands, for a game may be in both. */
export function mergeProfiles(mine: Profile, other: Profile): Profile {
  const games = new Map(mine.games.map((one) => [one.own, one]));
  for (const one of other.games) {
    const known = games.get(one.own);
    const newer = known === undefined || (one.outcome !== null) > (known.outcome !== null) || one.at > known.at;
    if (newer && !(known?.outcome && one.outcome === null)) {
      games.set(one.own, one);
    }
  }
  return {
    version: VERSION,
    games: tidy([...games.values()].sort((a, b) => b.at - a.at)),
    best: merged(mine.best, other.best, (a, b) => merged(a, b, (x, y) => better(y, x))),
    totals: merged(mine.totals, other.totals, (a, b) => ({
      games: Math.max(a.games, b.games),
      wins: Math.max(a.wins, b.wins),
      perfect: Math.max(a.perfect, b.perfect),
    })),
    days: merged(mine.days, other.days, (a, b) =>
      merged(a, b, (x, y) => ({ ...better(y, x), on: x.on < y.on ? x.on : y.on })),
    ),
    celebrated: merged(mine.celebrated, other.celebrated, Math.min),
  };
}

/** Adds what a file holds; false, and nothing has changed, if it is not a profile. */
export function importProfile(source: string): boolean {
  const read = parseProfile(source);
  if (read === null) {
    return false;
  }
  change((now) => mergeProfiles(now, read));
  return true;
}

/** Deletes everything, also what could not be read. */
export function deleteProfile(): void {
  try {
    localStorage.removeItem(KEY);
    trouble.set(null);
  } catch {
    trouble.set("refused");
  }
  kept = null;
  store.set(EMPTY);
}
