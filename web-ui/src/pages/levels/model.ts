/** Levels: all can be played, and the first that is not won is suggested. */
import { place } from "../../lib/place";
import type { Best } from "../../lib/profile";

export interface Level {
  /** The key of its results in the profile. */
  key: string;
  /** The path of the level's page. */
  path: string;
  /** Describe it in a few words. */
  what: () => string;
  /** Return the idea that it teaches, or its opponent, in a line. */
  idea?: () => string;
}

export type State = "perfect" | "won" | "open";

/** Return the state of a level; a game counts as won if no better result was possible. */
export function stateOf(found: Best | null): State {
  return found?.perfect ? "perfect" : found?.won ? "won" : "open";
}

/** Return the address of a level started from the map, with a mark that says so. */
export function levelPath({ path }: Level): string {
  return `${path}${path.includes("?") ? "&" : "?"}level=1`;
}

/** Return the mark in a query of a game started from the map; empty without it. */
export function levelQuery(query: URLSearchParams): string {
  return query.has("level") ? "level=1" : "";
}

/** Return the level after one that was started from the map; undefined otherwise. */
export function nextLevel(levels: readonly Level[], key: string): Level | undefined {
  const at = levelQuery(place().searchParams) === "" ? -1 : levels.findIndex((level) => level.key === key);
  return at < 0 ? undefined : levels[at + 1];
}
