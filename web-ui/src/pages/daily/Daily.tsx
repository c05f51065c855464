import type { JSX } from "preact";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { Kept } from "../../components/Kept";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import { SendButton } from "../../components/SendButton";
import { Streaks } from "../../components/Streaks";
import { ResultCard } from "../../components/stage/Result";
import { showsAll, Thumb } from "../../components/Thumb";
import type { Puzzle } from "../../generated/api";
import { FIRST_DAY } from "../../generated/days";
import { dayNumber, isDay } from "../../lib/calendar";
import { puzzlePath, usePuzzles } from "../../lib/daily";
import { today } from "../../lib/days";
import { titled, useGames } from "../../lib/games";
import { num, t } from "../../lib/i18n";
import { resultsOf } from "../../lib/outcomes";
import { AHEAD } from "../../lib/place";
import { doneOf, type Game, unfinishedOf, useProfile } from "../../lib/profile";
import { goOnPath } from "../../lib/results";
import type { Route } from "../../lib/router";
import { pageLink } from "../../lib/sending";
import { dateText } from "../../lib/wording";
import { ownPages } from "../games";
import { Calendar } from "./Calendar";
import { dayLine, dayText, gradeText } from "./words";
import "./daily.css";

/** The puzzles of a day, and links to other days. */
export function Daily({ route }: { route: Route }): JSX.Element {
  const now = today();
  const wanted = route.query.get("date");
  const there = wanted === null || (isDay(wanted) && wanted <= now);
  const day = wanted !== null && there ? wanted : now;
  const { data, error, loading, again } = usePuzzles(day);
  const puzzles = loading ? null : data;
  const grade = puzzles?.[0]?.grade;
  const lead = [
    dateText(day, { dateStyle: "full" }),
    t("daily.number", { number: num(dayNumber(day)) }),
    grade && gradeText(grade),
  ];
  return (
    <>
      <PageTitle
        text={t(day === now ? "daily.title" : "daily.titleOld")}
        lead={AHEAD ? "\u00a0" : lead.filter((part) => part !== undefined).join("\u00a0· ")}
      />
      <div class="stack daily">
        {!there && (
          <ErrorNote error={t("daily.noDay", { day: wanted ?? "", first: dateText(FIRST_DAY), last: dateText(now) })} />
        )}
        <Kept />
        {error && <ErrorNote error={error} onRetry={again} />}
        {!puzzles && !error && <Loading />}
        {puzzles && <Puzzles day={day} puzzles={puzzles} />}
        {/* Wait until the part above is complete, so that the calendar does not move down later. */}
        {(puzzles || error) && <Below day={day} today={now} games={puzzles?.length ?? 0} />}
      </div>
    </>
  );
}

/** The puzzles of a day: a large card for the next one or for the day's result, small cards for the others. */
function Puzzles({ day, puzzles }: { day: string; puzzles: readonly Puzzle[] }): JSX.Element {
  const profile = useProfile();
  const hero = puzzles.find(({ game }) => doneOf(profile, day, game) === null);
  const told = puzzles.flatMap((puzzle) => {
    const outcome = doneOf(profile, day, puzzle.game);
    return outcome ? [{ puzzle, outcome, results: resultsOf(puzzle.game) }] : [];
  });
  return (
    <>
      {told.length > 0 && told.length === puzzles.length && (
        <ResultCard
          tone={told.every(({ outcome }) => outcome.perfect) ? "perfect" : "won"}
          fresh={false}
          id="daily-whole"
          title={t("daily.whole")}
          actions={
            <SendButton
              label={t("daily.share.day")}
              text={[
                `perfectplay · ${dayText(day)}`,
                ...told.map(({ puzzle, results, outcome }) =>
                  t("common.named", { name: results.name(puzzle.id), what: results.words(outcome) }),
                ),
                pageLink(`/daily?date=${day}`),
              ].join("\n")}
            />
          }
        />
      )}
      <ol class="daily-puzzles">
        {[...(hero ? [hero] : []), ...puzzles.filter((puzzle) => puzzle !== hero)].map((puzzle) => (
          <PuzzleCard key={puzzle.id} puzzle={puzzle} hero={puzzle === hero} />
        ))}
      </ol>
    </>
  );
}

/** The calendar, and the streak of days on which a puzzle was solved. */
function Below(props: { day: string; today: string; games: number }): JSX.Element {
  const { days } = useProfile();
  return (
    <div class="columns">
      <Calendar days={days} today={props.today} chosen={props.day} games={props.games} />
      <div class="stack">
        <Streaks />
        <p class="muted">{t("daily.streak.text")}</p>
        <p class="muted">{t("daily.same")}</p>
        <p>
          <a href="/profile">{t("daily.toProfile")}</a>
        </p>
      </div>
    </div>
  );
}

/** Return the player's unfinished game of this puzzle, if there is one. */
function underWay(games: readonly Game[], puzzle: Puzzle): Game | undefined {
  return games.find((game) => game.start === puzzle.id && new URLSearchParams(game.query).get("daily") === puzzle.date);
}

/** A card with a puzzle and its result. */
function PuzzleCard({ puzzle, hero }: { puzzle: Puzzle; hero: boolean }): JSX.Element {
  const profile = useProfile();
  const declared = useGames().find(({ name }) => name === puzzle.game);
  const title = declared ? titled(declared) : { text: puzzle.game, lang: "en" };
  const results = resultsOf(puzzle.game);
  const pages = ownPages(puzzle.game);
  const done = doneOf(profile, puzzle.date, puzzle.game);
  const open = underWay(unfinishedOf(profile, puzzle.game), puzzle);
  const state = done ? results.words(done) : t(open ? "daily.state.open" : "daily.state.new");
  return (
    <li class={`card row daily-puzzle ${hero ? "hero" : done ? "done" : ""}`}>
      {/* The numbers of a pot would be too small to read on a small card. */}
      {hero || showsAll(puzzle.id) || !pages ? <Thumb id={puzzle.id} /> : <pages.Emblem />}
      <div class="daily-text">
        <h2 lang={title.lang}>{title.text}</h2>
        <p class={showsAll(puzzle.id) ? "visually-hidden" : ""}>{results.name(puzzle.id)}</p>
        <p class={done ? "toned good bold" : open ? "muted" : "visually-hidden"}>
          {done && <Icon name="check" />}
          {state}
        </p>
      </div>
      <p class="row no-print">
        {open ? (
          <Button icon="play" text={t("daily.goOn")} look={hero ? "primary" : ""} href={goOnPath(open)} />
        ) : (
          <Button
            icon={done ? "restart" : "play"}
            text={t(done ? "daily.again" : "daily.play")}
            look={hero ? "primary" : ""}
            href={puzzlePath(puzzle, results.seats ?? "")}
          />
        )}
        {done && (
          <SendButton
            label={t("share.share")}
            text={[
              t("common.named", { name: results.name(puzzle.id), what: results.words(done) }),
              `perfectplay · ${dayLine(puzzle)}`,
              pageLink(puzzlePath(puzzle, results.seats ?? "")),
            ].join("\n")}
          />
        )}
      </p>
    </li>
  );
}
