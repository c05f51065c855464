/** Calculates with days: their numbers, months and streaks. */
import { FIRST_DAY } from "../generated/days";
import { today } from "./days";
import type { Done, Profile } from "./profile";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Return a day as a date in UTC, for counting and for formats with the time zone UTC. */
function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Return whether a text is a day that has puzzles. */
export function isDay(text: string): boolean {
  return DAY.test(text) && text >= FIRST_DAY && Number.isFinite(utc(text).getTime()) && shift(text, 0) === text;
}

/** Return the day that is `days` days after another. */
export function shift(day: string, days: number): string {
  const moment = utc(day);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Return the day whose puzzle an address shows; null if there is none, or if the day is in the future. */
export function dayOfQuery(query: URLSearchParams): string | null {
  const day = query.get("daily");
  return day !== null && isDay(day) && day <= today() ? day : null;
}

/** Return the number of a day; day 1 is the first day with puzzles. */
export function dayNumber(day: string): number {
  return Math.round((utc(day).getTime() - utc(FIRST_DAY).getTime()) / 86_400_000) + 1;
}

/** Return the days of a month such as 2026-11, in weeks that begin on Monday; null pads the first and last week. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = (utc(first).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array<null>(before).fill(null);
  for (let day = first; day.startsWith(month); day = shift(day, 1)) {
    days.push(day);
  }
  while (days.length % 7) {
    days.push(null);
  }
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/** Return the month that is `months` months after another, or before it if `months` is negative. */
export function shiftMonth(month: string, months: number): string {
  const moment = utc(`${month}-01`);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  return moment.toISOString().slice(0, 7);
}

export interface Streaks {
  /** The current number of days in a row. If today's puzzle is not finished yet, the row ends yesterday. */
  now: number;
  longest: number;
  /** Number of days whose puzzle was finished on the day itself. */
  days: number;
}

/** Count days in a row whose puzzle was finished on the day itself; puzzles finished later do not count. */
export function streaks(days: Profile["days"], now: string): Streaks {
  const onTime = (day: string): boolean => Object.values<Done>(days[day] ?? {}).some((done) => done.on === day);
  const played = new Set(Object.keys(days).filter(onTime));
  const runTo = (last: string): number => {
    let length = 0;
    for (let day = last; played.has(day); day = shift(day, -1)) {
      length += 1;
    }
    return length;
  };
  const ends = [...played].filter((day) => !played.has(shift(day, 1)));
  return {
    now: runTo(played.has(now) ? now : shift(now, -1)),
    longest: Math.max(0, ...ends.map(runTo)),
    days: played.size,
  };
}
