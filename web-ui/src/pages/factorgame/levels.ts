import { writeSeats } from "../../components/two/seats";
import { num, t } from "../../lib/i18n";
import { against, type Level } from "../levels/model";
import boards from "./levels.json";

/** Boards that the first player can win, against stronger and stronger opponents. */
export const LEVELS: readonly Level[] = boards.map(({ n, opponent }) => ({
  key: `${n}/${opponent}/0`,
  path: `/factorgame:${n}${writeSeats({ opponent, me: 0, seed: 1 })}`,
  what: () => t("after.level.pot", { n: num(n) }),
  idea: () => against(opponent),
}));
