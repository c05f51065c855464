/** Judges and compares results of greedy coins. */

import { readSeats, writeSeats } from "../../components/two/seats";
import type { CoinsDescribed } from "../../generated/api";
import { negated, roughly, sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";
import type { Outcome } from "../../lib/profile";
import { partOf, type Results } from "../../lib/results";
import { tn } from "../../lib/wording";
import { pieces } from "./Coin";

/** Two results can be compared if the player had the same row, the same side and the same opponent. */
export const results: Results = {
  answers: ["/coins/table", "/coins/reply"],
  pieces,
  judge: async (position, query, over) => {
    const { start, margin, start_margin, costs, moves } = position as CoinsDescribed;
    const { me, opponent } = readSeats(query);
    if (!over || moves.length === 0) {
      return null;
    }
    const mine = me === 1 ? negated(margin) : margin;
    return {
      key: [partOf(start), opponent ?? "two", me ?? ""].join("/"),
      value: roughly(mine),
      score: String(mine),
      best: String(me === 1 ? negated(start_margin) : start_margin),
      moves: moves.length,
      won: me !== null && sign(mine) > 0,
      perfect: me === null ? null : sign(costs[me]) === 0,
    };
  },
  name: (start) => {
    const row = partOf(start);
    const coins = row.split(/[.~]/).length;
    return coins > 12 ? tn("profile.coins.many", coins) : t("profile.coins", { row: row.replaceAll(".", " ") });
  },
  words: ({ score, best, perfect }: Outcome) =>
    t(perfect ? "profile.coins.perfect" : "profile.coins.of", { score: num(score), best: num(best ?? "?") }),
  seats: writeSeats({ opponent: "perfect", me: 0, seed: 0 }).slice(1),
};
