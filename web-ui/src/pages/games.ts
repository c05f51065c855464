/** The games with a folder here: the build finds them, and lib/games.ts is told of them before anything is shown. */
import { games } from "game-pages";
import { setOwnGames } from "../lib/games";
import type { Route } from "../lib/router";
import type { GamePages } from "./declaration";

setOwnGames(games);

/** What these games bring along. */
export const OWN: readonly GamePages[] = games;

/** The pages that a game brings along, if it does. */
export function ownPages(name: string | null): GamePages | null {
  return games.find((game) => game.name === name) ?? null;
}

/** Whether an address shows a board: a position, or the start page of a game, which is played on at once. */
export function hasBoard({ id, page }: Route): boolean {
  return id !== null || ownPages(page) !== null;
}
