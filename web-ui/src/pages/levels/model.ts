/** Levels: each opens when the one before was won. */
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

export type State = "perfect" | "won" | "open" | "locked";

/** What came of a level that is open to all. */
export function stateOf(found: Best | null): Exclude<State, "locked"> {
  return found?.perfect ? "perfect" : found?.won ? "won" : "open";
}

/** How far the player has come; a game in which nothing better was possible counts as won. */
export function statesOf(levels: readonly Level[], best: (key: string) => Best | null): readonly State[] {
  let reached = true;
  return levels.map(({ key }) => {
    const found = stateOf(best(key));
    const state = found === "open" && !reached ? "locked" : found;
    reached = state === "perfect" || state === "won";
    return state;
  });
}
