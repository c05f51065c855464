/** Levels: all can be played; the first that has not been won comes next. */
import { place } from "../../lib/place";
import type { Best } from "../../lib/profile";

export interface Level {
  /** The key of its results in the profile. */
  key: string;
  /** Where it is played. */
  path: string;
  /** What it is, in a few words. */
  what: () => string;
  /** The idea that is learned by it, or the opponent, in a line. */
  idea?: () => string;
}

export type State = "perfect" | "won" | "open";

/** What came of a level; a game in which nothing better was possible counts as won. */
export function stateOf(found: Best | null): State {
  return found?.perfect ? "perfect" : found?.won ? "won" : "open";
}

/** The address of a level that is begun from the map, which it says. */
export function levelPath({ path }: Level): string {
  return `${path}${path.includes("?") ? "&" : "?"}level=1`;
}

/** The part of a query that says that a game was begun from the map; empty where it does not. */
export function levelQuery(query: URLSearchParams): string {
  return query.has("level") ? "level=1" : "";
}

/** The level after one that was begun from the map; undefined anywhere else. */
export function nextLevel(levels: readonly Level[], key: string): Level | undefined {
  const at = levelQuery(place().searchParams) === "" ? -1 : levels.findIndex((level) => level.key === key);
  return at < 0 ? undefined : levels[at + 1];
}
