/**
 * The player's profile in this browser: games, best results, puzzles of the day.  It is never sent anywhere.
 *
 * Pages read it through `profile`, or through `useProfile()` to render again when it changes:
 *
 *     profile.best(game, key)      the best result of a puzzle, or null; each game defines its keys
 *     profile.finished(game)       number of games finished here
 *     profile.won(game), profile.perfect(game)    how many of them were won, or could not have been better
 *     profile.unfinished(game?)    unfinished games of one game or of all, the latest first
 *
 * Only lib/record.ts writes the course of games.
 */
import { createStore, readSetting, removeSetting, useStore } from "./store";

const KEY = "perfectplay.profile";
export const VERSION = 1;

/** Maximum number of remembered games, and of unfinished games per game. */
const MOST = 200;
const MOST_OPEN = 20;
/** Maximum length of a file that is read, in characters. */
const LONGEST = 8_000_000;

/** The outcome of a game. */
export interface Outcome {
  /** Groups results that can be compared, for example by the size of a pot. */
  key: string;
  /** A number for comparing only, larger is better; `score` is shown. */
  value: number;
  /** The exact score, as the game counts. */
  score: string;
  /** The best possible score; null if it is unknown. */
  best: string | null;
  moves: number;
  won: boolean;
  /** Set if no better result was possible; null if that is unknown. */
  perfect: boolean | null;
}

/** A game with at least one move by the player. */
export interface Game {
  /** The name of the game; two games from the same start have different names. */
  own: string;
  game: string;
  start: string;
  /** The furthest position of its line. */
  id: string;
  /** The query of its address: the opponent, and the day of a puzzle. */
  query: string;
  moves: number;
  /** Time of the last move, in milliseconds since 1970. */
  at: number;
  /** null until the game is finished. */
  outcome: Outcome | null;
}

export interface Best extends Outcome {
  at: number;
}

/** The best result of a puzzle of the day. */
export interface Done extends Outcome {
  /** The day on which it was first finished, such as 2026-11-22. */
  on: string;
}

export interface Totals {
  games: number;
  wins: number;
  perfect: number;
}

export interface Profile {
  version: typeof VERSION;
  /** Games, the latest first. */
  games: readonly Game[];
  /** Best results by game and key. */
  best: Readonly<Record<string, Readonly<Record<string, Best>>>>;
  /** Totals by game. */
  totals: Readonly<Record<string, Totals>>;
  /** Results by day and game. */
  days: Readonly<Record<string, Readonly<Record<string, Done>>>>;
  /** By game: when its first win was celebrated, in milliseconds since 1970. */
  celebrated: Readonly<Record<string, number>>;
}

export const EMPTY: Profile = { version: VERSION, games: [], best: {}, totals: {}, days: {}, celebrated: {} };
const NOTHING: Totals = { games: 0, wins: 0, perfect: 0 };

/* ---------------------------------------------------------------- reading */

/** Return the value of a name in a record. Names such as "constructor" are ordinary names. */
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

/** Read a profile; null if this version cannot read it. */
export function parseProfile(source: string): Profile | null {
  try {
    const it = object(source.length <= LONGEST ? JSON.parse(source) : fail());
    return {
      version: it.version === VERSION ? VERSION : fail(),
      games: Array.isArray(it.games) ? it.games.map(game) : fail(),
      best: record(record(best), name)(it.best),
      totals: record(totals, name)(it.totals),
      days: record(record(done, name), day)(it.days),
      // Earlier profiles lack this field.
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

/** Why changes last only as long as the page; null if they are kept. */
export type Trouble = "refused" | "unreadable";
export const trouble = createStore<Trouble | null>(null);

const store = createStore<Profile>(EMPTY);
/** The text that the store was last read from or written as. */
let kept: string | null = null;

/** Read changes by another tab. */
function refresh(): void {
  try {
    const found = localStorage.getItem(KEY);
    if (found !== kept) {
      const read = found === null ? EMPTY : parseProfile(found);
      // An unreadable profile may be of a later version, so it is not overwritten.
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

/** Change the profile. If the browser keeps nothing, the change lasts as long as the page. */
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

/** Read the profile, and follow changes by other tabs. Called once. */
export function startProfile(): void {
  refresh();
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) {
      refresh();
    }
  });
}

/** Return the profile, and render again when it changes. */
export function useProfile(): Profile {
  return useStore(store);
}

/** Call `listener` after each change; returns a function that stops this. */
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

/** Return the result of a puzzle of the day; null if it has not been finished. */
export function doneOf(from: Profile, day: string, game: string): Done | null {
  return at(at(from.days, day), game) ?? null;
}

/* ---------------------------------------------------------------- what happens */

/** Sort the games, the latest first, and drop the oldest. */
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

/** Note the progress of a game. */
export function noteMove(move: Omit<Game, "outcome">): void {
  change((now) => {
    const known = now.games.find(({ own }) => own === move.own);
    if (known?.outcome) {
      // A finished game stays finished: moves after an undo from its end are for pleasure.
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

/** Note the end of a game. Of several ends, reached by undoing moves, the best counts, once. */
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

/** Note the result of a puzzle of the day. */
export function noteDay(date: string, game: string, result: Outcome, today: string): void {
  change((now) => {
    const before = doneOf(now, date, game);
    const next = better<Done>({ ...result, on: before?.on ?? today }, before);
    return { ...now, days: { ...now.days, [date]: { ...at(now.days, date), [game]: next } } };
  });
}

/**
 * Return whether the first win of a game has been celebrated. An older version kept this in a setting, which is moved.
 */
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

/** Note that the first win of a game has been celebrated. */
export function noteCelebrated(game: string): void {
  change((now) => ({ ...now, celebrated: { [game]: Date.now(), ...now.celebrated } }));
}

/** Remove a game from the list of unfinished games. */
export function forgetGame(own: string): void {
  change((now) => ({ ...now, games: now.games.filter((one) => one.own !== own) }));
}

/* ---------------------------------------------------------------- files */

/** Return the profile as the text of a file. */
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

/** Merge two profiles without losing anything. Of two counts the larger stays, since a game may be in both. */
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

/** Add a profile from a file; false if it is not a profile, and then nothing changes. */
export function importProfile(source: string): boolean {
  const read = parseProfile(source);
  if (read === null) {
    return false;
  }
  change((now) => mergeProfiles(now, read));
  return true;
}

/** Delete everything, including text that could not be read. */
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
