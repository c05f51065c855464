/** Judges and compares results of Taxman. */
import type { TaxmanDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { Outcome } from "../../lib/profile";
import { partOf, type Results } from "../../lib/results";

/** Two results can be compared if they have the same pot. The key of a pot 1 to N is N. */
export const results: Results = {
  answers: ["/taxman/solve", "/taxman/preview", "/taxman/replay", "/taxman/compare"],
  judge: async (position, _, over) => {
    const { start, scores, best, moves } = position as TaxmanDescribed;
    const [player, taxman] = [Number(scores[0]), Number(scores[1])];
    return over && moves.length > 0
      ? {
          key: partOf(start),
          value: player,
          score: String(player),
          best: best === null ? null : String(best),
          moves: moves.length,
          won: player > taxman,
          perfect: best === null ? null : player === Number(best),
        }
      : null;
  },
  name: (start) => {
    const pot = partOf(start);
    return t("profile.taxman", { pot: /^\d+$/.test(pot) ? num(Number(pot)) : pot.replaceAll(".", " ") });
  },
  words: ({ score, best, perfect }: Outcome) =>
    best === null
      ? num(score)
      : t(perfect ? "profile.taxman.perfect" : "profile.taxman.of", { score: num(score), best: num(best) }),
  overview: async () => (await import("./StarMap")).StarMap,
};
