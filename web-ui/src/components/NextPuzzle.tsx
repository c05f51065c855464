import type { JSX } from "preact";
import { dayOfQuery } from "../lib/calendar";
import { dailyPath, puzzlePath, usePuzzles } from "../lib/daily";
import { titled, useGames } from "../lib/games";
import { t } from "../lib/i18n";
import { resultsOf } from "../lib/outcomes";
import { place } from "../lib/place";
import { doneOf, useProfile } from "../lib/profile";
import { positionPath } from "../lib/router";
import { Button } from "./Button";

/** Return whether the current game is a puzzle of the day, according to the address. */
export function isPuzzle(): boolean {
  return dayOfQuery(place().searchParams) !== null;
}

/** The next step after a puzzle of the day: the next unfinished puzzle, or the card of the day at the end. */
export function NextPuzzle(): JSX.Element | null {
  const { pathname, searchParams } = place();
  const day = dayOfQuery(searchParams);
  const profile = useProfile();
  const games = useGames();
  // Ignore an error, which the strip above the board reports.
  const puzzles = usePuzzles(day).data ?? [];
  const at = puzzles.findIndex(({ id }) => `${pathname}/`.startsWith(`${positionPath(id)}/`));
  const next =
    day === null || at < 0
      ? undefined
      : [...puzzles.slice(at + 1), ...puzzles.slice(0, at)].find(({ game }) => doneOf(profile, day, game) === null);
  if (day === null || at < 0) {
    return null;
  }
  const title = games.find(({ name }) => name === next?.game);
  return next === undefined ? (
    <Button text={t("after.daily.card")} look="primary" href={dailyPath(day)} />
  ) : (
    <Button
      text={t("after.daily.next", { game: title ? titled(title).text : next.game })}
      look="primary"
      href={puzzlePath(next, resultsOf(next.game).seats ?? "")}
    />
  );
}
