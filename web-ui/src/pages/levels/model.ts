/** Levels: each opens when the one before was won. */
import type { Best } from "../../lib/profile";

export interface Level {
  /** The key of its results in the profile. */
  key: string;
  /** Where it is played. */
  path: string;
  /** What it is, in a few words. */
  what: () => string;
}

export type State = "perfect" | "won" | "open" | "locked";

/** How far the player has come; a game in which nothing better was possible counts as won. */
export function statesOf(levels: readonly Level[], best: (key: string) => Best | null): readonly State[] {
  let reached = true;
  return levels.map(({ key }) => {
    const found = best(key);
    const state = found?.perfect ? "perfect" : found?.won ? "won" : reached ? "open" : "locked";
    reached = state === "perfect" || state === "won";
    return state;
  });
}
