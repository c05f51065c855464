import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { Kept } from "../../components/Kept";
import { PageTitle } from "../../components/PageTitle";
import { Stat } from "../../components/Stat";
import type { Puzzle } from "../../generated/api";
import { FIRST_DAY } from "../../generated/days";
import { ApiError } from "../../lib/api";
import { puzzlePath, puzzlesOf } from "../../lib/daily";
import { dayNumber, isDay, streaks, today } from "../../lib/days";
import { resultsOf, titled, useGames } from "../../lib/games";
import { dateText, num, t, tn } from "../../lib/i18n";
import { doneOf, type Game, unfinishedOf, useProfile } from "../../lib/profile";
import { goOnPath } from "../../lib/results";
import type { Route } from "../../lib/router";
import { Calendar } from "./Calendar";
import { ShareDay, ShareResult } from "./ShareResult";
import { Thumb } from "./Thumb";
import { gradeText } from "./words";
import "./daily.css";

interface Asked {
  day: string;
  puzzles: readonly Puzzle[] | null;
  error: ApiError | null;
}

/** The puzzles of a day, and the way to those of other days. */
export function Daily({ route }: { route: Route }): JSX.Element {
  const now = today();
  const wanted = route.query.get("date");
  const there = wanted === null || (isDay(wanted) && wanted <= now);
  const day = wanted !== null && there ? wanted : now;
  const [asked, setAsked] = useState<Asked>({ day, puzzles: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let shown = true;
    puzzlesOf(day).then(
      (puzzles) => shown && setAsked({ day, puzzles, error: null }),
      (error: unknown) => shown && error instanceof ApiError && setAsked({ day, puzzles: null, error }),
    );
    return () => {
      shown = false;
    };
  }, [day, attempt]);
  const puzzles = asked.day === day ? asked.puzzles : null;
  const error = asked.day === day ? asked.error : null;
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
        lead={lead.filter((part) => part !== undefined).join("\u00a0· ")}
      />
      <div class="stack daily">
        {!there && (
          <ErrorNote error={t("daily.noDay", { day: wanted ?? "", first: dateText(FIRST_DAY), last: dateText(now) })} />
        )}
        <Kept />
        {error && <ErrorNote error={error} onRetry={() => setAttempt(attempt + 1)} />}
        {!puzzles && !error && <Busy label={t("common.loading")} />}
        {puzzles && (
          <ol class="daily-puzzles">
            {puzzles.map((puzzle, at) => (
              <PuzzleCard key={puzzle.id} puzzle={puzzle} number={at + 1} />
            ))}
          </ol>
        )}
        {puzzles && <WholeDay day={day} puzzles={puzzles} />}
        {/* Not before what stands above: nothing moves. */}
        {(puzzles || error) && <Below day={day} today={now} games={puzzles?.length ?? 0} />}
      </div>
    </>
  );
}

/** One card for all puzzles of the day, once they are done. */
function WholeDay({ day, puzzles }: { day: string; puzzles: readonly Puzzle[] }): JSX.Element | null {
  const profile = useProfile();
  const told = puzzles.flatMap((puzzle) => {
    const outcome = doneOf(profile, day, puzzle.game);
    return outcome ? [{ puzzle, outcome, results: resultsOf(puzzle.game) }] : [];
  });
  return told.length > 0 && told.length === puzzles.length ? (
    <p class="row no-print">
      <ShareDay day={day} told={told} />
    </p>
  ) : null;
}

/** How many days in a row have been played, and the way to other days. */
function Below(props: { day: string; today: string; games: number }): JSX.Element {
  const { days } = useProfile();
  const run = streaks(days, props.today);
  return (
    <>
      <p class="muted">{t("daily.same")}</p>
      <div class="daily-below">
        <section class="card stack" aria-labelledby="daily-streak">
          <h2 id="daily-streak">{t("daily.streak")}</h2>
          <dl class="stats">
            <Stat label={t("daily.streak.now")} value={num(run.now)} note={tn("daily.days", run.now)} />
            <Stat label={t("daily.streak.longest")} value={num(run.longest)} note={tn("daily.days", run.longest)} />
          </dl>
          <p class="muted">{t("daily.streak.text")}</p>
          <p>
            <a href="/profile">{t("daily.toProfile")}</a>
          </p>
        </section>
        <Calendar days={days} today={props.today} chosen={props.day} games={props.games} />
      </div>
    </>
  );
}

/** A game of this puzzle that is under way. */
function underWay(games: readonly Game[], puzzle: Puzzle): Game | undefined {
  return games.find((game) => game.start === puzzle.id && new URLSearchParams(game.query).get("daily") === puzzle.date);
}

/** A puzzle, and what came of it. */
function PuzzleCard({ puzzle, number }: { puzzle: Puzzle; number: number }): JSX.Element {
  const profile = useProfile();
  const declared = useGames().find(({ name }) => name === puzzle.game);
  const title = declared ? titled(declared) : { text: puzzle.game, lang: "en" };
  const results = resultsOf(puzzle.game);
  const done = doneOf(profile, puzzle.date, puzzle.game);
  const open = underWay(unfinishedOf(profile, puzzle.game), puzzle);
  const state = done ? results.words(done) : t(open ? "daily.state.open" : "daily.state.new");
  return (
    <li class={`card daily-puzzle ${done ? "done" : ""}`}>
      <Thumb id={puzzle.id} />
      <h2>
        <span aria-hidden="true">{num(number)}. </span>
        <span lang={title.lang}>{title.text}</span>
      </h2>
      <p class="daily-name">{results.name(puzzle.id)}</p>
      <p class={done ? "daily-result" : "muted"}>
        {done && <Icon name="check" />}
        {state}
      </p>
      <p class="row no-print">
        {open ? (
          <a class="button primary" href={goOnPath(open)}>
            <Icon name="play" />
            {t("daily.goOn")}
          </a>
        ) : (
          <a class={`button ${done ? "" : "primary"}`} href={puzzlePath(puzzle, results.seats ?? "")}>
            <Icon name={done ? "restart" : "play"} />
            {t(done ? "daily.again" : "daily.play")}
          </a>
        )}
        {done && <ShareResult puzzle={puzzle} results={results} outcome={done} />}
      </p>
    </li>
  );
}
