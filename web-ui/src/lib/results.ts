/** What games tell of results: what came of one, and what it is called.  Games without pages of their own tell less. */
import type { ComponentType } from "preact";
import type { Described } from "../generated/api";
import { num, t, tn } from "./i18n";
import type { Loader } from "./lazy";
import type { Game, Outcome } from "./profile";

/** What a game's folder tells of its results. */
export interface Results {
  /** What came of a game; null as long as it goes on.  `over`: no move is left, or the player leaves it at that. */
  judge(position: Described, query: URLSearchParams, over: boolean): Promise<Outcome | null>;
  /** A game by its start, in a few words. */
  name(start: string): string;
  /** A result in a few words and figures, such as "113/124", that give no solution away. */
  words(outcome: Outcome): string;
  /** The query with which a puzzle of the day is played, without "?". */
  seats?: string;
  /** Its best results at a glance, on the profile page. */
  overview?: Loader<ComponentType>;
}

/** The part of an id behind the game's name. */
export function partOf(start: string): string {
  return start.slice(start.indexOf(":") + 1);
}

/** What is told of a game that tells nothing itself. */
export const plainResults: Results = {
  judge: async ({ start, scores, moves }, _, over) => {
    const score = String(scores[0] ?? 0);
    return over ? { key: start, value: 0, score, best: null, moves: moves.length, won: false, perfect: null } : null;
  },
  name: (start) => start,
  words: ({ score, moves }) => t("profile.plain", { score: num(score), moves: tn("profile.moves", moves) }),
};
/** The address that goes on with a game. */
export function goOnPath(game: Game): string {
  return `/${game.id}${game.query}`;
}
