/** The interface through which games judge and name their results, and what else all tables need to know of a game. */
import type { ComponentType, JSX } from "preact";
import type { Described } from "../generated/api";
import type { Loader } from "./lazy";
import type { Game, Outcome } from "./profile";

/** A game's functions for its results. */
export interface Results {
  /** Paths below /api/v1 that the game's answering.ts may answer, besides those that all games share. */
  answers?: readonly string[];
  /** Draws small pictures of the game's pieces; needed only if the pieces are neither tiles nor cards. */
  pieces?: (numbers: readonly number[]) => (text: string) => JSX.Element;
  /** Return the result of a game, or null if it continues. `over` is set if no move is left or the player stopped. */
  judge(position: Described, query: URLSearchParams, over: boolean): Promise<Outcome | null>;
  /** Return a short name for a start position. */
  name(start: string): string;
  /** Describe a result in a few words and figures, such as "113/124", without revealing a solution. */
  words(outcome: Outcome): string;
  /** The query for playing a puzzle of the day, without "?". It names the opponent. */
  seats?: string;
  /** An overview of the best results, for the profile page. */
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
