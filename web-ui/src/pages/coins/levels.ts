import { writeSeats } from "../../components/two/seats";
import { against, type Level } from "../levels/model";
import rows from "./levels.json";

/** Rows that the first player can win, against stronger and stronger opponents. */
export const LEVELS: readonly Level[] = rows.map(({ row, opponent }) => ({
  key: `${row}/${opponent}/0`,
  path: `/coins:${row}${writeSeats({ opponent, me: 0, seed: 1 })}`,
  what: () => row.replaceAll(".", " "),
  idea: () => against(opponent),
}));
