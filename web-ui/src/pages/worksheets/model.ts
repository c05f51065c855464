/** Worksheets: what can be asked for, and how much of it goes on a page. */
import type { JSX } from "preact";
import type { Worksheet } from "../../generated/api";
import type { TextKey } from "../../lib/i18n";

type Level = Worksheet["level"];
export const LEVELS: readonly Level[] = ["easy", "medium", "hard"];

/** Sheets are numbered up to here by chance; any number up to `HIGHEST` has one. */
export const SHEETS = 9999;
export const HIGHEST = 999_999_999;

type AnyExercise = Worksheet["exercises"][number];

/** How a game's exercises go on paper. */
export interface SheetPages<E extends AnyExercise = AnyExercise> {
  title: TextKey;
  heading: TextKey;
  rules: TextKey;
  Question(props: { exercise: E; at: number }): JSX.Element;
  Answer(props: { exercise: E; at: number }): JSX.Element;
  /** Exercises that fit on a page of either size, A4 or Letter. */
  perPage: (level: Level) => number;
  /** Answers that fit on a page. */
  answersPerPage: (level: Level) => number;
  /** Exercises of a sheet unless told. */
  usual: number;
  /** What else can be chosen; the first option is usual. */
  choices: readonly Choice[];
  /** What is different where something is chosen; what is chosen last says more. */
  kinds?: Readonly<Record<string, Partial<Omit<SheetPages<E>, "choices" | "kinds">>>>;
}

interface Choice {
  /** That of the parameter. */
  name: string;
  label: TextKey;
  options: readonly { value: string; label: TextKey }[];
  /** Whether the exercises are the same, only other things are asked of them: the server is not told. */
  here?: boolean;
}

/** A game that has worksheets. */
export interface SheetGame {
  name: string;
  sheet: SheetPages;
}

export interface Wanted extends SheetGame {
  level: Level;
  count: string;
  seed: string;
  /** By the names of the game's choices. */
  chosen: Readonly<Record<string, string>>;
  heading: string;
  answers: boolean;
}

/** What the address asks for, of the games there are; null if there is none. */
export function wanted(query: URLSearchParams, games: readonly SheetGame[]): Wanted | null {
  const game = games.find(({ name }) => name === query.get("game")) ?? games[0];
  if (game === undefined) {
    return null;
  }
  const chosen = game.sheet.choices.map(({ name, options }): [string, string] => {
    const option = options.find(({ value }) => value === query.get(name)) ?? options[0];
    return [name, option?.value ?? ""];
  });
  const kinds = chosen.map(([, value]) => game.sheet.kinds?.[value]);
  const sheet = Object.assign({ ...game.sheet }, ...kinds) as SheetPages;
  return {
    name: game.name,
    sheet,
    level: LEVELS.find((level) => level === query.get("level")) ?? "easy",
    count: query.get("count") ?? String(sheet.usual),
    seed: query.get("seed") ?? "1",
    chosen: Object.fromEntries(chosen),
    heading: (query.get("heading") ?? "").slice(0, 80),
    answers: query.get("answers") !== "0",
  };
}

/** What the server is told of what was chosen. */
export function asked(want: Wanted): Readonly<Record<string, string>> {
  const here = new Set(want.sheet.choices.filter((choice) => choice.here).map(({ name }) => name));
  return Object.fromEntries(Object.entries(want.chosen).filter(([name]) => !here.has(name)));
}

/** Cuts a list into pages. */
export function pages<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
