/** Functions shared by the pages about pursuit, such as those that format numbers. */

import type { PursuitDescribed, PursuitDifficulty, PursuitOdds, PursuitSolved } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { num, type PluralKey, type TextParams, t } from "../../lib/i18n";
import { tn } from "../../lib/wording";
import type { Operator } from "./expressions";

/** The printed signs of the operators. */
export const SIGNS: Readonly<Record<Operator, string>> = { "+": "+", "-": "−", "*": "×", "/": "÷" };

export const GRADES: readonly PursuitDifficulty["grade"][] = [
  "very easy",
  "easy",
  "medium",
  "hard",
  "very hard",
  "impossible",
];

/** Format an expression for display: "(100 + 6) × 9 − 3". */
export function pretty(expression: string): string {
  return expression.replace(/[-+*/]/g, (sign) => ` ${SIGNS[sign as Operator]} `);
}

const STEP = /^(\(.*?\)|-?\d+)([-+*/])(\(.*\)|-?\d+)$/;

/** Format a step for print; its numbers may be fractions or negative. */
export function prettyMove(move: string): string {
  const [, left, sign, right] = STEP.exec(move) ?? [];
  if (left === undefined || sign === undefined || right === undefined) {
    return move;
  }
  return [left.replace("-", "−"), SIGNS[sign as Operator], right.replace("-", "−")].join("\u00a0");
}

/** Format a line such as "106 * 9 = 954" for print. */
export function prettyLine(line: string): string {
  return line.replace(/ ([-+*/]) /, (_, sign: string) => ` ${SIGNS[sign as Operator]} `).replace(/-(?=\d)/g, "−");
}

/** Write a number as an operand of a move. */
function operand(text: string): string {
  return /^\d+$/.test(text) ? text : `(${text})`;
}

/**
 * Return the legal move that combines two numbers, given as texts, if there is one. Sums and products are listed in one
 * order only.
 */
export function findMove(legal: readonly string[], left: string, operator: Operator, right: string): string | null {
  const move = operand(left) + operator + operand(right);
  if (legal.includes(move)) {
    return move;
  }
  const turned = operand(right) + operator + operand(left);
  return (operator === "+" || operator === "*") && legal.includes(turned) ? turned : null;
}

/** Return a text about a distance, which may be too large to be exact as a number. */
export function away(
  key: PluralKey,
  far: { distance: number; distance_text: string },
  params: TextParams = {},
): string {
  return tn(key, far.distance, { count: num(far.distance_text), ...params });
}

/** Describe the player's progress. */
export function standing(position: PursuitDescribed): string {
  if (position.answer_expression === null) {
    return tn("pursuit.mustUse", position.table.length);
  }
  const value = num(position.answer_text);
  return position.distance === 0
    ? t("pursuit.standing.hit", { value })
    : away("pursuit.standing.away", position, { value });
}

/** Return the closest result as a text, since a number might be rounded. */
export function reached(solved: PursuitSolved): string {
  return solved.steps.at(-1)?.split(" = ")[1] ?? String(solved.reached ?? 0);
}

/** Describe what is proven about a deal. */
export function possible(solved: PursuitSolved): string {
  const target = num(solved.target);
  if (solved.distance === 0) {
    return t("pursuit.best.hit", { target });
  }
  if (solved.reached === null) {
    return t("pursuit.best.nothing", { target });
  }
  const value = num(reached(solved));
  // If all numbers must be used, stopping without a number counts as 0, which may be closer than any result.
  const beyond = BigInt(reached(solved)) - BigInt(solved.target);
  return beyond > solved.distance
    ? tn("pursuit.best.zero", Number(beyond), { target, value, count: num(String(beyond)) })
    : tn("pursuit.best.near", solved.distance, { target, value });
}

/** Return the range of targets to show: 1 to 1000 as in the article, or 1000 targets around a larger one. */
export function mappedTargets(target: number): string {
  if (target <= 1000) {
    return "1-1000";
  }
  const low = Math.min(target - 500, LIMITS.target - 999);
  return `${low}-${low + 999}`;
}

export type Chance = Pick<PursuitOdds, "numerator" | "denominator">;

/** Number of decimals in a percentage. */
const DIGITS = 2;

/** Format a chance as a percentage. A chance that is neither certain nor impossible is never rounded to 100 or 0. */
export function percent({ numerator, denominator }: Chance): string {
  const unit = 10 ** (DIGITS + 2);
  const scaled = Number((BigInt(numerator) * BigInt(unit) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n));
  const write = (part: number): string =>
    t("common.percent", {
      share: num(part / 10 ** DIGITS, { minimumFractionDigits: DIGITS, maximumFractionDigits: DIGITS }),
    });
  if (scaled === 0 && numerator > 0) {
    return `< ${write(1)}`;
  }
  return scaled === unit && numerator < denominator ? `> ${write(unit - 1)}` : write(scaled);
}
