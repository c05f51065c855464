/** Judges and compares results of the factor game. */
import { readSeats, writeSeats } from "../../components/two/seats";
import type { FactorgameDescribed, FactorSolved, Review } from "../../generated/api";
import { get } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import type { Outcome } from "../../lib/profile";
import { partOf, type Results } from "../../lib/results";

/** Return the lead of `me` under best play from the start, and whether `me` played perfectly; null if unknown. */
async function compared(record: FactorgameDescribed, me: 0 | 1): Promise<{ best: number; perfect: boolean } | null> {
  const start = (await import("./rules")).read(record.start);
  if (start === null || !(await import("./worth")).isQuick(start)) {
    return null;
  }
  const [solved, review] = await Promise.all([
    get<FactorSolved>("/factorgame/solve", { position: record.start }),
    get<Review>("/review", { id: record.id }),
  ]);
  if (solved.status !== "optimal" || review.status !== "optimal") {
    return null;
  }
  const lead = Number(solved.value);
  return { best: me === 0 ? lead : -lead, perfect: Number(review.costs[me]) === 0 };
}

/** Two results can be compared if the player had the same board, the same side and the same opponent. */
export const results: Results = {
  answers: ["/factorgame/solve", "/factorgame/reply"],
  judge: async (position, query, over) => {
    const record = position as FactorgameDescribed;
    const { me, opponent } = readSeats(query);
    if (!over || record.moves.length === 0) {
      return null;
    }
    const lead = Number(record.scores[0]) - Number(record.scores[1]);
    const mine = me === 1 ? -lead : lead;
    const found = me === null ? null : await compared(record, me);
    return {
      key: [partOf(record.start), opponent ?? "two", me ?? ""].join("/"),
      value: mine,
      score: String(mine),
      best: found === null ? null : String(found.best),
      moves: record.moves.length,
      won: me !== null && mine > 0,
      perfect: found?.perfect ?? null,
    };
  },
  name: (start) => {
    const [n = "", rule] = partOf(start).split("~");
    return t(rule === undefined ? "factor.titleN" : "factor.titlePass", { n: num(Number(n)) });
  },
  words: ({ score, best, perfect }: Outcome) =>
    best === null
      ? t("factor.result", { score: num(score) })
      : t(perfect ? "profile.coins.perfect" : "profile.coins.of", { score: num(score), best: num(best) }),
  seats: writeSeats({ opponent: "perfect", me: 0, seed: 0 }).slice(1),
};
