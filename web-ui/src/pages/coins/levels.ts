import { writeSeats } from "../../components/two/seats";
import { type TextKey, t } from "../../lib/i18n";
import type { Level } from "../levels/model";
import rows from "./levels.json";

const AGAINST: Readonly<Record<string, TextKey>> = {
  random: "after.level.randomRow",
  greedy: "after.level.greedyRow",
  perfect: "after.level.perfectRow",
};

/** Rows that the first player can win, against stronger and stronger opponents. */
export const LEVELS: readonly Level[] = rows.map(({ row, opponent }) => ({
  key: `${row}/${opponent}/0`,
  path: `/coins:${row}${writeSeats({ opponent, me: 0, seed: 1 })}`,
  what: () => row.replaceAll(".", " "),
  idea: () => t(AGAINST[opponent] ?? "after.level.perfectRow"),
}));
