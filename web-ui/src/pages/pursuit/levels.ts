import { num, t } from "../../lib/i18n";
import type { Level } from "../levels/model";
import deals from "./levels.json";

/** Deals whose target can be hit, with more and more numbers and steps. */
export const LEVELS: readonly Level[] = deals.map(({ numbers, target }) => ({
  key: `${numbers}:${target}`,
  path: `/pursuit:${numbers}:${target}`,
  what: () => t("after.level.deal", { numbers: numbers.replaceAll(".", " "), target: num(target) }),
}));
