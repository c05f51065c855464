/** The functions with which each game judges and names its results. */
import { games } from "game-results";
import { num, t } from "./i18n";
import type { Results } from "./results";
import { tn } from "./wording";

/** Used for games that have no functions of their own to judge results. */
const plainResults: Results = {
  judge: async ({ start, scores, moves }, _, over) => {
    const score = String(scores[0] ?? 0);
    return over ? { key: start, value: 0, score, best: null, moves: moves.length, won: false, perfect: null } : null;
  },
  name: (start) => start,
  words: ({ score, moves }) => t("profile.plain", { score: num(score), moves: tn("profile.moves", moves) }),
};
/** Return a game's functions for its results. */
export function resultsOf(game: string): Results {
  return (Object.hasOwn(games, game) ? games[game] : undefined) ?? plainResults;
}
