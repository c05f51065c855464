import { writeSeats } from "../../components/two/seats";
import { num, type TextKey, t } from "../../lib/i18n";
import type { Level } from "../levels/model";
import boards from "./levels.json";

const AGAINST: Readonly<Record<string, TextKey>> = {
  random: "after.level.randomRow",
  greedy: "after.level.greedyRow",
  perfect: "after.level.perfectRow",
};

/** Boards that the first player can win, against stronger and stronger opponents. */
export const LEVELS: readonly Level[] = boards.map(({ n, opponent }) => ({
  key: `${n}/${opponent}/0`,
  path: `/factorgame:${n}${writeSeats({ opponent, me: 0, seed: 1 })}`,
  what: () => t("after.level.pot", { n: num(n) }),
  idea: () => t(AGAINST[opponent] ?? "after.level.perfectRow"),
}));
