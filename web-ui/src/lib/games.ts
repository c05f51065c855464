/** The games: the server lists them, and those that have pages of their own are handed over when the pages start. */

import type { DeclaredAs } from "../generated/api";
import { GAMES } from "../generated/games";
import { get } from "./api";
import { type TextKey, t } from "./i18n";
import { plainResults, type Results } from "./results";
import { createStore, readSetting, useStore, writeSetting } from "./store";

/** What is known here of a game that has pages of its own. */
export interface OwnGame {
  name: string;
  title: TextKey;
  /** What it tells of results: for the profile and the puzzles of the day. */
  results: Results;
  /** Paths below /api/v1 that its answering.ts may answer, and those that it shares with other games. */
  answers: readonly string[];
}

let own: readonly OwnGame[] = [];

/** Takes the games that have pages of their own. */
export function setOwnGames(games: readonly OwnGame[]): void {
  own = games;
}

function ownGame(name: string): OwnGame | undefined {
  return own.find((game) => game.name === name);
}

/** What a game tells of results. */
export function resultsOf(game: string): Results {
  return ownGame(game)?.results ?? plainResults;
}

/** Whether the pages may have an answer to a question themselves: the game that its path or its position names says so. */
export function isAnswered(path: string, query: URLSearchParams): boolean {
  const game = ownGame(path.split("/")[1] ?? "") ?? ownGame((query.get("id") ?? "").split(":")[0] ?? "");
  return game?.answers.includes(path) ?? false;
}

/** Those of the last visit, until the server has answered; null on the first one. */
const store = createStore<readonly DeclaredAs[] | null>(remembered());

/** The games; until it is known which there are, those that have pages here. */
export function useGames(): readonly DeclaredAs[] {
  return useStore(store) ?? bundled();
}

/** Whether it is known which games there are. */
export function useGamesKnown(): boolean {
  return useStore(store) !== null;
}

function remembered(): readonly DeclaredAs[] | null {
  try {
    const found: unknown = JSON.parse(readSetting("games") ?? "null");
    const sound = Array.isArray(found) && found.every((game) => game?.name && game.title && game.limits);
    return sound ? (found as DeclaredAs[]) : null;
  } catch {
    return null;
  }
}

function bundled(): readonly DeclaredAs[] {
  return GAMES.filter(({ name }) => ownGame(name));
}

/** The name of a game, and the language it is in if that may not be the reader's. */
export function titled(game: DeclaredAs): { text: string; lang?: string } {
  const known = ownGame(game.name);
  return known ? { text: t(known.title) } : { text: game.title, ...tongue(game) };
}

/** What a game says of itself, as a sentence. */
export function sentence(game: DeclaredAs): string {
  return game.summary && `${game.summary.charAt(0).toUpperCase()}${game.summary.slice(1)}.`;
}

/** Says which package a game comes with, unless it is this one. */
export function packageOf(game: DeclaredAs): string {
  return game.package === "perfectplay" ? "" : t("home.plain.example", { package: game.package });
}

/** The language of what a game says of itself: the server translates what this package says, and no more. */
export function tongue(game: DeclaredAs): { lang?: string } {
  return game.package === "perfectplay" ? {} : { lang: "en" };
}

/** Asks which games there are, in the reader's language. */
export async function startGames(): Promise<void> {
  try {
    const games = await get<DeclaredAs[]>("/games");
    writeSetting("games", JSON.stringify(games));
    store.set(games);
  } catch {
    // Whatever is asked next will say that the server does not answer.
    store.set(store.get() ?? bundled());
  }
}
