/** Days in the player's time zone, as texts such as 2026-11-22. */

const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** Return the day of a point in time, in the local time zone. */
export function dayOf(moment: Date): string {
  return `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1, 2)}-${pad(moment.getDate(), 2)}`;
}

export function today(): string {
  return dayOf(new Date());
}
