/** The games with a folder here, as collected by the build. Importing this module passes the list to lib/games.ts. */
import { games } from "game-pages";
import { setOwnGames } from "../lib/games";
import type { Route } from "../lib/router";
import type { GamePages } from "./declaration";

setOwnGames(games);

/** The pages and parts of these games. */
export const OWN: readonly GamePages[] = games;

/** Return a game's own pages, if it has any. */
export function ownPages(name: string | null): GamePages | null {
  return games.find((game) => game.name === name) ?? null;
}

/** Return whether an address shows a board: positions do, and so do the start pages of the games here. */
export function hasBoard({ id, page }: Route): boolean {
  return id !== null || ownPages(page) !== null;
}
