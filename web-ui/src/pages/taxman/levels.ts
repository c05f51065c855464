import { lookedUp, num, t } from "../../lib/i18n";
import type { Level } from "../levels/model";
import chapters from "./levels.json";

/** Pots with one idea each; tests/taxman/chapters.txt lists what must be true for that. */
export const LEVELS: readonly Level[] = chapters.map((n) => ({
  key: String(n),
  path: `/taxman:${n}`,
  what: () => t("after.level.pot", { n: num(n) }),
  idea: () => lookedUp(`taxman.chapter.${n}`, n, {}) ?? "",
}));
