/** Requests the puzzles of each day once, and caches them. */
import type { Puzzle } from "../generated/api";
import { get } from "./api";
import { today } from "./days";
import { type Loaded, useAnswer } from "./questions";
import { positionPath } from "./router";

const asked = new Map<string, Promise<readonly Puzzle[]>>();

/** Return the puzzles of a day: one for each game that has daily puzzles. */
function puzzlesOf(day: string): Promise<readonly Puzzle[]> {
  const known = asked.get(day);
  if (known) {
    return known;
  }
  const found = get<readonly Puzzle[]>("/daily", { date: day });
  asked.set(day, found);
  // Forget a failed request, so that the next call asks again.
  found.catch(() => asked.delete(day));
  return found;
}

/** Return the puzzles of a day while a component is shown; ask nothing if the day is null. */
export const usePuzzles = (day: string | null): Loaded<readonly Puzzle[]> => useAnswer(day, () => puzzlesOf(day ?? ""));

/** Return the puzzle of a day that begins with a position; undefined if there is none or the server does not answer. */
export async function puzzleOf(day: string | null, start: string): Promise<Puzzle | undefined> {
  const puzzles = day === null ? [] : await puzzlesOf(day).catch(() => []);
  return puzzles.find(({ id }) => id === start);
}

/** Return the path of a day's page. */
export function dailyPath(day: string): string {
  return day === today() ? "/daily" : `/daily?date=${day}`;
}

/** Return the path of the board with a puzzle. `seats` is the part of the query that names the opponent. */
export function puzzlePath(puzzle: Puzzle, seats: string): string {
  return `${positionPath(puzzle.id)}?${[seats, `daily=${puzzle.date}`].filter(Boolean).join("&")}`;
}
