/** Judges and compares results of arithmetical pursuit. */
import type { PursuitDescribed, PursuitSolved } from "../../generated/api";
import { get } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import type { Outcome } from "../../lib/profile";
import { partOf, type Results } from "../../lib/results";
import { tn } from "../../lib/wording";

/** Weight of each step when results are compared. A distance of 1 from the target weighs more. */
const STEP = 1 / 100;

/** Return the smallest possible distance from the target; null if it is unknown. */
async function closest(start: string): Promise<string | null> {
  try {
    return String((await get<PursuitSolved>("/pursuit/solve", { position: start })).distance);
  } catch {
    return null;
  }
}

/** Two results can be compared if they are about the same deal. */
export const results: Results = {
  answers: [
    "/pursuit/deal",
    "/pursuit/evaluate",
    "/pursuit/map",
    "/pursuit/opponent",
    "/pursuit/round",
    "/pursuit/solve",
  ],
  judge: async (position, _, over) => {
    const { start, distance, distance_text, steps, stopped } = position as PursuitDescribed;
    const hit = distance_text === "0";
    if (!(over || hit || stopped)) {
      return null;
    }
    const best = hit ? "0" : await closest(start);
    return {
      key: partOf(start),
      value: -distance - STEP * steps.length,
      score: distance_text,
      best,
      moves: steps.length,
      won: hit,
      perfect: best === null ? null : best === distance_text,
    };
  },
  name: (start) => {
    const [numbers = "", target = ""] = partOf(start).split(":");
    return t("profile.pursuit", { numbers: numbers.replaceAll(".", " "), target: num(target.replace(/~.*/, "")) });
  },
  words: ({ score, moves }: Outcome) =>
    score === "0"
      ? t("profile.pursuit.hit", { steps: tn("profile.steps", moves) })
      : t("profile.pursuit.away", { distance: num(score), steps: tn("profile.steps", moves) }),
};
