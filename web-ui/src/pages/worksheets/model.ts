/** Worksheets: their choices, and how much fits on a page. */
import type { JSX } from "preact";
import type { Worksheet } from "../../generated/api";
import type { Params } from "../../lib/api";
import type { TextKey } from "../../lib/i18n";

type Level = Worksheet["level"];
export const LEVELS: readonly Level[] = ["easy", "medium", "hard"];

/** Random sheet numbers go up to here; every number up to `HIGHEST` has a sheet. */
export const SHEETS = 9999;
export const HIGHEST = 999_999_999;

type AnyExercise = Worksheet["exercises"][number];

/** How a game's exercises are printed. */
export interface SheetPages<E extends AnyExercise = AnyExercise> {
  title: TextKey;
  heading: TextKey;
  rules: TextKey;
  Question(props: { exercise: E; at: number }): JSX.Element;
  Answer(props: { exercise: E; at: number }): JSX.Element;
  /** Number of exercises that fit on a page of either size, A4 or Letter. */
  perPage: (level: Level) => number;
  /** Number of answers that fit on a page. */
  answersPerPage: (level: Level) => number;
  /** Default number of exercises on a sheet. */
  usual: number;
  /** Further choices; the first option of each is the default. */
  choices: readonly Choice[];
  /** Changes for an option; a later choice overrides an earlier one. */
  kinds?: Readonly<Record<string, Partial<Omit<SheetPages<E>, "choices" | "kinds">>>>;
}

interface Choice {
  /** The name of its parameter. */
  name: string;
  label: TextKey;
  options: readonly Option[];
}

interface Option {
  value: string;
  label: TextKey;
  /** Set if it only changes the questions about the usual exercises, so that the server need not know. */
  here?: boolean;
}

/** A game with worksheets. */
export interface SheetGame {
  name: string;
  sheet: SheetPages;
}

export interface Wanted extends SheetGame {
  level: Level;
  count: string;
  seed: string;
  /** Chosen options, by the names of the game's choices. */
  chosen: Readonly<Record<string, string>>;
  heading: string;
  answers: boolean;
}

/** Return the worksheet that the address asks for; null if no game has worksheets. */
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

/** Return the parameters of the question to the API. */
export function question({ name, level, count, seed, sheet, chosen }: Wanted): Params {
  const here = (choice: Choice): boolean =>
    choice.options.some((option) => option.here && option.value === chosen[choice.name]);
  const asked = sheet.choices.filter((choice) => !here(choice)).map(({ name }) => [name, chosen[name]]);
  return { game: name, level, count, seed, ...Object.fromEntries(asked) };
}

/** Split a list into pages. */
export function pages<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
