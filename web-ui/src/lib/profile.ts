/**
 * The player's profile in this browser: games, best results, puzzles of the day.  It is never sent anywhere.
 *
 * Pages read it through `profile`, or through `useProfile()` to render again when it changes:
 *
 *     profile.best(game, key)      the best result of a puzzle, or null; each game defines its keys
 *     profile.unfinished(game?)    unfinished games of one game or of all, the latest first
 *
 * Only lib/record.ts records games, through lib/noting.ts.
 */
import { createStore, useStore } from "./store";

const KEY = "perfectplay.profile";
export const VERSION = 1;

/** Maximum number of remembered games. */
export const MOST = 200;
/** Maximum number of characters of a profile that is read from a file. */
const LONGEST = 8_000_000;

/** The outcome of a game. */
export interface Outcome {
  /** Results with the same key can be compared; the key may be the size of a pot, for example. */
  key: string;
  /** A number that only serves to compare results: larger is better. Pages show `score` instead. */
  value: number;
  /** The exact score, as the game counts it. */
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
  /** A unique name of this game. Even games from the same start position have different names. */
  own: string;
  game: string;
  start: string;
  /** The position that the player has reached. */
  id: string;
  /** The query of the game's address, which names the opponent and the day of a puzzle. */
  query: string;
  moves: number;
  /** Time of the last move, in milliseconds since 1970. */
  at: number;
  /** The outcome; null until the game is finished. */
  outcome: Outcome | null;
}

export interface Best extends Outcome {
  at: number;
}

/** The best result of a puzzle of the day. */
export interface Done extends Outcome {
  /** The day on which the puzzle was first finished, such as 2026-11-22. */
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
  /** The best result for each game and key. */
  best: Readonly<Record<string, Readonly<Record<string, Best>>>>;
  /** The totals of each game. */
  totals: Readonly<Record<string, Totals>>;
  /** The result of the puzzle for each day and game. */
  days: Readonly<Record<string, Readonly<Record<string, Done>>>>;
  /** Times when the first win of each game was celebrated, in milliseconds since 1970. */
  celebrated: Readonly<Record<string, number>>;
}

const EMPTY: Profile = { version: VERSION, games: [], best: {}, totals: {}, days: {}, celebrated: {} };
const NOTHING: Totals = { games: 0, wins: 0, perfect: 0 };

/* ---------------------------------------------------------------- reading */

/** Return the value of a name in a record; ignore inherited names such as "constructor". */
export function at<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text: Check = (value) => typeof value === "string";
const flag: Check = (value) => typeof value === "boolean";
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const shaped =
  (form: RegExp): Check =>
  (value) =>
    typeof value === "string" && form.test(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const record =
  (check: Check, name: Check = text): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([key, part]) => name(key) && check(part));
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));

const name = shaped(/^[a-z][a-z0-9-]*$/);
const position = shaped(/^[a-z][a-z0-9-]*:./s);
const day = shaped(/^\d{4}-\d{2}-\d{2}$/);
const result = {
  ...{ key: text, value: Number.isFinite, score: text, best: orNull(text), moves: count },
  ...{ won: flag, perfect: orNull(flag) },
};
const game = fields({
  ...{ own: text, game: name, start: position, id: position, query: shaped(/^(\?.*)?$/s), moves: count, at: count },
  outcome: orNull(fields(result)),
});
const whole = fields({
  version: (value) => value === VERSION,
  games: (value) => Array.isArray(value) && value.every(game),
  best: record(record(fields({ ...result, at: count })), name),
  totals: record(fields({ games: count, wins: count, perfect: count }), name),
  days: record(record(fields({ ...result, on: day }), name), day),
  celebrated: record(count, name),
});

/** Parse a profile; return null if this version cannot read it. */
export function parseProfile(source: string): Profile | null {
  try {
    // Profiles of earlier versions lack the field `celebrated`.
    const found = source.length <= LONGEST ? { celebrated: {}, ...JSON.parse(source) } : null;
    return whole(found) ? found : null;
  } catch {
    return null;
  }
}

/* ---------------------------------------------------------------- keeping */

/** The reason why changes are lost when the page closes; null if they are kept. */
type Trouble = "refused" | "unreadable";
export const trouble = createStore<Trouble | null>(null);

const store = createStore<Profile>(EMPTY);
/** The text of the profile when it was last read or written. */
let kept: string | null = null;

/** Read the profile again if another tab has changed it. */
function refresh(): void {
  try {
    const found = localStorage.getItem(KEY);
    if (found !== kept) {
      const read = found === null ? EMPTY : parseProfile(found);
      // Never overwrite an unreadable profile: it may belong to a later version.
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

/** Change the profile. If the browser stores nothing, the change is lost when the page closes. */
export function change(how: (now: Profile) => Profile): void {
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

/** Call `listener` after each change. Returns a function that ends these calls. */
export const onProfile = store.subscribe;

export const profile = {
  get: (): Profile => store.get(),
  best: (game: string, key: string): Best | null => at(at(store.get().best, game), key) ?? null,
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
