/** Types and functions for worksheets: their choices, and how much fits on a page. */
import type { JSX } from "preact";
import type { Worksheet } from "../../generated/api";
import type { Params } from "../../lib/api";
import type { TextKey } from "../../lib/i18n";

type Level = Worksheet["level"];
export const LEVELS: readonly Level[] = ["easy", "medium", "hard"];

/** The largest sheet number that is chosen at random; users can choose any number up to `HIGHEST`. */
export const SHEETS = 9999;
export const HIGHEST = 999_999_999;

type AnyExercise = Worksheet["exercises"][number];

/** The texts and components with which a game's exercises are printed. */
export interface SheetPages<E extends AnyExercise = AnyExercise> {
  title: TextKey;
  heading: TextKey;
  rules: TextKey;
  Question(props: { exercise: E; at: number }): JSX.Element;
  Answer(props: { exercise: E; at: number }): JSX.Element;
  /** Number of exercises that fit on a page, both on A4 and on Letter. */
  perPage: (level: Level) => number;
  /** Number of answers that fit on a page. */
  answersPerPage: (level: Level) => number;
  /** Default number of exercises on a sheet. */
  usual: number;
  /** Further choices. The first option of each choice is the default. */
  choices: readonly Choice[];
  /** Changes that each option makes to this object. If two options change the same field, the later choice wins. */
  kinds?: Readonly<Record<string, Partial<Omit<SheetPages<E>, "choices" | "kinds">>>>;
}

interface Choice {
  /** The name of the parameter in the URL and in the API. */
  name: string;
  label: TextKey;
  options: readonly Option[];
}

interface Option {
  value: string;
  label: TextKey;
  /** Set if the option only changes the questions about the usual exercises, and is not sent to the server. */
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

/** Return the worksheet that the URL asks for; null if no game has worksheets. */
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

/** Return the parameters of the request to the API. */
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
