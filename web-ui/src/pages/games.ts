/** The games with a folder here: the build finds them, and lib/games.ts is told of them before anything is shown. */
import { games } from "game-pages";
import { setOwnGames, useGames } from "../lib/games";
import type { GamePages, PageLoader } from "./declaration";

setOwnGames(games);

/** The pages that a game brings along, if it does. */
export function ownPages(name: string | null): GamePages | null {
  return games.find((game) => game.name === name) ?? null;
}

/** The page of a path, if a game has one. */
export function gamePage(name: string, page: string): PageLoader | null {
  return ownPages(name)?.pages[page] ?? null;
}

/** Pages that games bring along, in the order of the games. */
export function useOwnPages(): readonly GamePages[] {
  return useGames().flatMap((game) => ownPages(game.name) ?? []);
}
