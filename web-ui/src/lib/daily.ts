/** The puzzles of a day, asked for once. */
import type { Puzzle } from "../generated/api";
import { get } from "./api";
import { isDay, today } from "./days";
import { positionPath } from "./router";

const asked = new Map<string, Promise<readonly Puzzle[]>>();

/** The puzzles of a day, of all games that have one. */
export function puzzlesOf(day: string): Promise<readonly Puzzle[]> {
  const known = asked.get(day);
  if (known) {
    return known;
  }
  const found = get<readonly Puzzle[]>("/daily", { date: day });
  asked.set(day, found);
  // What has failed is worth asking again.
  found.catch(() => asked.delete(day));
  return found;
}

/** The day whose puzzle an address shows, as its query says; null if there is none, or not yet. */
export function dayOfQuery(query: URLSearchParams): string | null {
  const day = query.get("daily");
  return day !== null && isDay(day) && day <= today() ? day : null;
}

/** The page of a day. */
export function dailyPath(day: string): string {
  return day === today() ? "/daily" : `/daily?date=${day}`;
}

/** The address that plays a puzzle; the game may say against whom. */
export function puzzlePath(puzzle: Puzzle, seats: string): string {
  return `${positionPath(puzzle.id)}?${[seats, `daily=${puzzle.date}`].filter(Boolean).join("&")}`;
}
