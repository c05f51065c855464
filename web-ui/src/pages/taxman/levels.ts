import { num, t } from "../../lib/i18n";
import { lookedUp } from "../../lib/wording";
import type { Level } from "../levels/model";
import chapters from "./levels.json";

/** Pots that teach one idea each; tests/taxman/chapters.txt lists the facts that each idea relies on. */
export const LEVELS: readonly Level[] = chapters.map((n) => ({
  key: String(n),
  path: `/taxman:${n}`,
  what: () => t("after.level.pot", { n: num(n) }),
  idea: () => lookedUp(`taxman.chapter.${n}`, n, {}) ?? "",
}));
