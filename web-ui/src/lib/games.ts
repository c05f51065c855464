/** The games: the server lists them, and those that have pages of their own bring these along. */

import { games as own } from "game-pages";
import type { ComponentType, JSX } from "preact";
import type { DeclaredAs } from "../generated/api";
import type { LabPages } from "../pages/lab/pictures";
import type { LessonPages } from "../pages/learn/model";
import type { ProofPages } from "../pages/proof/model";
import type { SheetPages } from "../pages/worksheets/model";
import { get } from "./api";
import { type TextKey, t } from "./i18n";
import type { Loader } from "./lazy";
import type { Results } from "./results";
import type { Route } from "./router";
import { createStore, readSetting, useStore, writeSetting } from "./store";

/** A page, which is loaded when its address is asked for. */
export type PageLoader = Loader<ComponentType<{ route: Route }>>;

/** A page that is of use in a lesson, with its name. */
export interface Material {
  href: string;
  text: TextKey;
}

/** What a folder of pages/ offers; a game without one is shown on the plain page.  All but its card is loaded when asked for. */
export interface GamePages {
  name: string;
  title: TextKey;
  /** By path below "/", without the position: the game's own name, and further pages of it. */
  pages: Readonly<Record<string, PageLoader>>;
  /** Its card on the home page. */
  Card: () => JSX.Element;
  /** Its exercises on paper. */
  sheet: Loader<SheetPages>;
  /** Its part in the lab. */
  lab: Loader<LabPages>;
  /** How its guided positions are played. */
  lessons: Loader<LessonPages>;
  /** What a teacher can use beside them. */
  material: readonly Material[];
  /** What it tells of results: for the profile and the puzzles of the day. */
  results: Loader<Results>;
  /** What its proofs say, in words. */
  proof: Loader<ProofPages>;
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
    const sound =
      Array.isArray(found) && found.every((game) => typeof game?.name === "string" && typeof game.title === "string");
    return sound ? (found as DeclaredAs[]) : null;
  } catch {
    return null;
  }
}

function bundled(): readonly DeclaredAs[] {
  const rest = {
    summary: "",
    players: 1,
    value: "score" as const,
    example: "",
    exercises: true,
    lessons: true,
    proofs: true,
    package: "",
  };
  return own.map(({ name, title }) => ({ name, title: t(title), ...rest }));
}

/** The pages that a game brings along, if it does. */
export function ownPages(name: string | null): GamePages | null {
  return own.find((game) => game.name === name) ?? null;
}

/** The page of a path, if a game has one. */
export function gamePage(name: string, page: string): PageLoader | null {
  return ownPages(name)?.pages[page] ?? null;
}

/** Pages that games bring along, in the order of the games. */
export function useOwnPages(): readonly GamePages[] {
  return useGames().flatMap((game) => ownPages(game.name) ?? []);
}

/** The name of a game, and the language it is in if that may not be the reader's. */
export function titled(game: DeclaredAs): { text: string; lang?: string } {
  const pages = ownPages(game.name);
  return pages ? { text: t(pages.title) } : { text: game.title, ...tongue(game) };
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
