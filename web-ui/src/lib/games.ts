/** The list of games comes from the server; main.tsx passes the games that have pages of their own. */

import type { DeclaredAs } from "../generated/api";
import { answered } from "./door";
import { language, type TextKey, t } from "./i18n";
import { createStore, readSetting, useStore, writeSetting } from "./store";

/** A game that has pages of its own. */
export interface OwnGame {
  name: string;
  title: TextKey;
  /** The game's place in the list of games. */
  rank: number;
}

let own: readonly OwnGame[] = [];
let declared: readonly DeclaredAs[] = [];

/** Set the games that have pages of their own. */
export function setOwnGames(games: readonly OwnGame[]): void {
  own = [...games].sort((one, other) => one.rank - other.rank);
}

/** Set the games of this version as the server declares them. */
export function declareGames(games: readonly DeclaredAs[]): void {
  declared = games.filter(({ name }) => ownGame(name));
}

function ownGame(name: string): OwnGame | undefined {
  return own.find((game) => game.name === name);
}

/** The list of games. Until the server answers, it is the list of the last visit, or null on the first visit. */
const store = createStore<readonly DeclaredAs[] | null>(remembered());

/** Return the list of games. Before it is known, return the games that have pages of their own. */
export function useGames(): readonly DeclaredAs[] {
  return useStore(store) ?? bundled();
}

/** Return whether the list of games is known. */
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

/** The games of this version, in the server's order. Until rest.ts has loaded, only their names are known. */
function bundled(): readonly DeclaredAs[] {
  return declared.length > 0 ? declared : own.map(({ name }) => ({ name }) as DeclaredAs);
}

/** Return the name of a game, and its language if it may differ from the reader's. */
export function titled(game: DeclaredAs): { text: string; lang?: string } {
  const known = ownGame(game.name);
  return known ? { text: t(known.title) } : { text: game.title, ...tongue(game) };
}

/** Return a game's own summary as a sentence. */
export function sentence(game: DeclaredAs): string {
  return game.summary && `${game.summary.charAt(0).toUpperCase()}${game.summary.slice(1)}.`;
}

/** Return a text that names the package of a game; "" for a game of perfectplay itself. */
export function packageOf(game: DeclaredAs): string {
  return game.package === "perfectplay" ? "" : t("home.plain.example", { package: game.package });
}

/** Return the language of a game's texts: the server translates only the texts of this package. */
export function tongue(game: DeclaredAs): { lang?: string } {
  return game.package === "perfectplay" ? {} : { lang: "en" };
}

/** Ask for the list of games, in the reader's language. */
export async function startGames(): Promise<void> {
  try {
    const headers = { Accept: "application/json", "Accept-Language": language() };
    const response = await answered("/api/v1/games", { headers });
    const games = response.ok ? ((await response.json()) as DeclaredAs[]) : bundled();
    writeSetting("games", JSON.stringify(games));
    store.set(games);
  } catch {
    // Ignore the error: the next question will report that the server does not answer.
    store.set(store.get() ?? bundled());
  }
}
