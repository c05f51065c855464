import type { JSX } from "preact";
import { lookedUp, num, t } from "../../lib/i18n";
import { Levels } from "../levels/Levels";
import type { Level } from "../levels/model";
import chapters from "./levels.json";

/** The first pot in which there is something to win, and the last one that has a box. */
const FIRST = 4;
const LAST = 100;

function pot(n: number): Level {
  return { key: String(n), path: `/taxman:${n}`, what: () => t("after.level.pot", { n: num(n) }) };
}

/** Pots with an idea each; tests/taxman/chapters.txt has what must be true for it. */
export const LEVELS: readonly Level[] = chapters.map((n) => ({
  ...pot(n),
  idea: () => lookedUp(`taxman.chapter.${n}`, n, {}) ?? "",
}));

const OTHERS: readonly Level[] = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at)
  .filter((n) => !chapters.includes(n))
  .map(pot);

/** The levels of Taxman. */
export function Page(): JSX.Element {
  return <Levels game="taxman" title="nav.taxman" levels={LEVELS} others={OTHERS} />;
}
