/** Days in the player's time zone, as texts such as 2026-11-22. */
import { FIRST_DAY } from "../generated/days";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** Return the day of a point in time, in the local time zone. */
export function dayOf(moment: Date): string {
  return `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1, 2)}-${pad(moment.getDate(), 2)}`;
}

export function today(): string {
  return dayOf(new Date());
}

/** Return a day as a date in UTC, for counting and for formats with the time zone UTC. */
export function utc(day: string): Date {
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
