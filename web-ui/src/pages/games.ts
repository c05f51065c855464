/** The games with a folder in pages/, collected by the build. Importing this module passes the list to lib/games.ts. */
import { games } from "game-pages";
import { setOwnGames } from "../lib/games";
import type { Route } from "../lib/router";
import type { GamePages } from "./declaration";

/** The pages and parts of the games with a folder in pages/. */
export const OWN: readonly GamePages[] = Object.values(games);

setOwnGames(OWN);

/** Return a game's own pages, if it has any. */
export function ownPages(name: string | null): GamePages | null {
  return OWN.find((game) => game.name === name) ?? null;
}

/** Return whether a URL shows a board: it names a position, or it is the start page of a game with its own pages. */
export function hasBoard({ id, page }: Route): boolean {
  return id !== null || ownPages(page) !== null;
}
