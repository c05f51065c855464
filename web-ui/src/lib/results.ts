/** How games judge and name their results. Games without pages of their own give less detail. */
import type { ComponentType } from "preact";
import type { Described } from "../generated/api";
import type { Loader } from "./lazy";
import type { Game, Outcome } from "./profile";

/** A game's functions for its results. */
export interface Results {
  /** Return the result of a game; null while it continues. `over`: no move is left, or the player stops. */
  judge(position: Described, query: URLSearchParams, over: boolean): Promise<Outcome | null>;
  /** Name a game by its start, in a few words. */
  name(start: string): string;
  /** Describe a result in a few words and figures, such as "113/124", without revealing a solution. */
  words(outcome: Outcome): string;
  /** The query with which a puzzle of the day is played, without "?". */
  seats?: string;
  /** An overview of its best results, for the profile page. */
  overview?: Loader<ComponentType>;
}

/** Return the part of an id after the game's name. */
export function partOf(start: string): string {
  return start.slice(start.indexOf(":") + 1);
}

/** Return the address that continues a game. */
export function goOnPath(game: Game): string {
  return `/${game.id}${game.query}`;
}
