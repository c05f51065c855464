/** Levels of a game. All of them can be played; the map suggests the first one that is not won yet. */
import { type TextKey, t } from "../../lib/i18n";
import { place } from "../../lib/place";
import type { Best } from "../../lib/profile";

export interface Level {
  /** The key of the level's results in the profile. */
  key: string;
  /** The path of the level's page. */
  path: string;
  /** Describe the level in a few words. */
  what: () => string;
  /** Return one line about the idea that the level teaches, or about its opponent. */
  idea?: () => string;
}

/** Describe the opponent of a level. */
export const against = (opponent: string): string => t(`after.level.${opponent}Row` as TextKey);

export type State = "perfect" | "won" | "open";

/** Return the state of a level, given its best result; "perfect" means that no better result is possible. */
export function stateOf(found: Best | null): State {
  return found?.perfect ? "perfect" : found?.won ? "won" : "open";
}

/** Return the URL of a level, with a mark that it was started from the map. */
export function levelPath({ path }: Level): string {
  return `${path}${path.includes("?") ? "&" : "?"}level=1`;
}

/** Return the part of a query that marks a game as started from the map; empty if there is no mark. */
export function levelQuery(query: URLSearchParams): string {
  return query.has("level") ? "level=1" : "";
}

/** Return the level that follows the level with this key, if the game was started from the map. */
export function nextLevel(levels: readonly Level[], key: string): Level | undefined {
  const at = levelQuery(place().searchParams) === "" ? -1 : levels.findIndex((level) => level.key === key);
  return at < 0 ? undefined : levels[at + 1];
}
