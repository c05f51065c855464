import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Puzzle } from "../generated/api";
import { dailyPath, dayOfQuery, puzzlePath, puzzlesOf } from "../lib/daily";
import { resultsOf, titled, useGames } from "../lib/games";
import { t } from "../lib/i18n";
import { type Loader, useLoaded } from "../lib/lazy";
import { place } from "../lib/place";
import { doneOf, type Outcome, useProfile } from "../lib/profile";
import type { Results } from "../lib/results";
import { positionPath } from "../lib/router";

/** Return whether the address says that a puzzle of the day is played. */
export function isPuzzle(): boolean {
  return dayOfQuery(place().searchParams) !== null;
}

type Share = (props: { puzzle: Puzzle; results: Results; outcome: Outcome }) => JSX.Element;
const share: Loader<Share> = async () => (await import("../pages/daily/ShareResult")).ShareResult;

/**
 * The next step after a puzzle of the day: the next unfinished puzzle, or the card of the day at the end. A button
 * shares the result.
 */
export function NextPuzzle(): JSX.Element | null {
  const { pathname, searchParams } = place();
  const day = dayOfQuery(searchParams);
  const profile = useProfile();
  const games = useGames();
  const [puzzles, setPuzzles] = useState<readonly Puzzle[]>([]);
  useEffect(() => {
    let wanted = true;
    if (day !== null) {
      puzzlesOf(day).then(
        (found) => wanted && setPuzzles(found),
        // The strip above the board reports the error; without a server, there is no strip either.
        () => undefined,
      );
    }
    return () => {
      wanted = false;
    };
  }, [day]);
  const at = puzzles.findIndex(({ id }) => `${pathname}/`.startsWith(`${positionPath(id)}/`));
  const next =
    day === null || at < 0
      ? undefined
      : [...puzzles.slice(at + 1), ...puzzles.slice(0, at)].find(({ game }) => doneOf(profile, day, game) === null);
  const puzzle = puzzles[at];
  if (day === null || puzzle === undefined) {
    return null;
  }
  const title = games.find(({ name }) => name === next?.game);
  return (
    <>
      {next === undefined ? (
        <a class="button primary" href={dailyPath(day)}>
          {t("after.daily.card")}
        </a>
      ) : (
        <a class="button primary" href={puzzlePath(next, resultsOf(next.game).seats ?? "")}>
          {t("after.daily.next", { game: title ? titled(title).text : next.game })}
        </a>
      )}
      <SharePuzzle puzzle={puzzle} outcome={doneOf(profile, day, puzzle.game)} />
    </>
  );
}

/** A button that shares the result of a finished puzzle, without its solution. */
function SharePuzzle({ puzzle, outcome }: { puzzle: Puzzle; outcome: Outcome | null }): JSX.Element | null {
  const Share = useLoaded(outcome ? [share] : []).parts?.[0];
  return outcome && Share ? <Share puzzle={puzzle} results={resultsOf(puzzle.game)} outcome={outcome} /> : null;
}
