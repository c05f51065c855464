/** Texts about the days, grades and results of puzzles. */
import type { Puzzle } from "../../generated/api";
import { dayNumber } from "../../lib/calendar";
import { num, t } from "../../lib/i18n";
import { dateText } from "../../lib/wording";

export function gradeText(grade: Puzzle["grade"]): string {
  return t(`daily.grade.${grade}`);
}

/** Return a text with the number and the date of a day. */
export function dayText(day: string): string {
  return `${t("daily.number", { number: num(dayNumber(day)) })} · ${dateText(day)}`;
}

/** Return the day and the level of a puzzle. */
export function dayLine(puzzle: Puzzle): string {
  return `${dayText(puzzle.date)} · ${gradeText(puzzle.grade)}`;
}
