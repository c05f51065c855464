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

/** Whether the address says that a puzzle of a day is played. */
export function isPuzzle(): boolean {
  return dayOfQuery(place().searchParams) !== null;
}

type Share = (props: { puzzle: Puzzle; results: Results; outcome: Outcome }) => JSX.Element;
const share: Loader<Share> = async () => (await import("../pages/daily/ShareResult")).ShareResult;

/** What to do after a puzzle of a day: the way to the next one that is not done, and at last to the card of the day; and what a friend may know of it. */
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
        // The strip above the board says the same; without a server it is not there either.
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

/** What a friend may know of the puzzle, once it is done. */
function SharePuzzle({ puzzle, outcome }: { puzzle: Puzzle; outcome: Outcome | null }): JSX.Element | null {
  const Share = useLoaded(outcome ? [share] : []).parts?.[0];
  return outcome && Share ? <Share puzzle={puzzle} results={resultsOf(puzzle.game)} outcome={outcome} /> : null;
}
