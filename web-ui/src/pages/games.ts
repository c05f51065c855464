/** The games with a folder here. The build collects them; lib/games.ts gets the list before anything is shown. */
import { games } from "game-pages";
import { setOwnGames } from "../lib/games";
import type { Route } from "../lib/router";
import type { GamePages } from "./declaration";

setOwnGames(games);

/** These games' pages and parts. */
export const OWN: readonly GamePages[] = games;

/** Return a game's own pages, if it has any. */
export function ownPages(name: string | null): GamePages | null {
  return games.find((game) => game.name === name) ?? null;
}

/** Return whether an address shows a board: that of a position, or of a start page, which can be played immediately. */
export function hasBoard({ id, page }: Route): boolean {
  return id !== null || ownPages(page) !== null;
}
