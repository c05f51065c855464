import type { JSX } from "preact";
import { num, t } from "../../lib/i18n";
import { Levels } from "../levels/Levels";
import type { Level } from "../levels/model";

/** The smallest pot in which something can be taken, and how many follow it. */
const FIRST = 2;
const COUNT = 99;

/** One pot after the other: 1 to 2, 1 to 3, ... */
const LEVELS: readonly Level[] = Array.from({ length: COUNT }, (_, at) => ({
  key: String(FIRST + at),
  path: `/taxman:${FIRST + at}`,
  what: () => t("after.level.pot", { n: num(FIRST + at) }),
}));

/** The levels of Taxman. */
export function Page(): JSX.Element {
  return <Levels game="taxman" title="nav.taxman" levels={LEVELS} note="after.level.drawn" />;
}
