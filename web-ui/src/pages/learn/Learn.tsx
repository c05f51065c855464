import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { PageTitle } from "../../components/PageTitle";
import type { Described, Lesson } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, get } from "../../lib/api";
import { titled, useGames } from "../../lib/games";
import { language, num, type TextKey, t } from "../../lib/i18n";
import { type Loader, useLoaded } from "../../lib/lazy";
import { positionPath, type Route } from "../../lib/router";
import { useLive } from "../../lib/solver";
import { ownPages } from "../games";
import { forgetSolved, judge, type LessonPages, noteSolved, placeOf, solvedOf } from "./model";
import { OnPaper } from "./OnPaper";
import "./learn.css";

/** The words of a guided position; the library gives the names. */
function words(game: string, lesson: Lesson, what: "title" | "idea"): string {
  return t(`learn.${game}.${lesson.name}.${what}` as TextKey);
}

function address(game: string, place: number): string {
  return `/learn?game=${game}&at=${place + 1}`;
}

/** Small positions with an idea each: list, board, and the idea after a try. */
export function Learn({ route }: { route: Route }): JSX.Element {
  const games = useGames().flatMap((game) => {
    const lessons = game.lessons ? ownPages(game.name)?.lessons : undefined;
    return lessons === undefined ? [] : [{ game, lessons }];
  });
  const chosen = games.find(({ game }) => game.name === route.query.get("game")) ?? games[0];
  return (
    <>
      <PageTitle text={t("learn.title")} lead={t("learn.lead")} />
      <nav class="learn-games" aria-label={t("learn.games")}>
        {games.map(({ game }) => (
          <a
            key={game.name}
            class="button"
            href={address(game.name, 0)}
            {...(game === chosen?.game && { "aria-current": "true" as const })}
          >
            {titled(game).text}
          </a>
        ))}
      </nav>
      {chosen && (
        <Ten
          key={chosen.game.name}
          game={chosen.game.name}
          title={titled(chosen.game).text}
          loader={chosen.lessons}
          at={route.query.get("at")}
        />
      )}
    </>
  );
}

function Ten(props: { game: string; title: string; loader: Loader<LessonPages>; at: string | null }): JSX.Element {
  const { game } = props;
  const pages = useLoaded([props.loader]);
  const asked = useLive<readonly Lesson[]>("/lessons", { game }, { delay: 0 });
  const [solved, setSolved] = useState(() => solvedOf(game));
  const [paper, setPaper] = useState<readonly Described[] | null>(null);
  const [trouble, setTrouble] = useState<ApiError | null>(null);
  const lessons = asked.result;
  const own = pages.parts?.[0];
  if (lessons === null || own === undefined) {
    const error = asked.error ?? pages.error;
    return error ? (
      <ErrorNote error={error} onRetry={asked.error ? asked.again : pages.again} />
    ) : (
      <Busy label={t("common.loading")} asked={asked} />
    );
  }
  const place = placeOf(props.at, lessons.length);
  const lesson = lessons[place];
  const done = lessons.filter(({ name }) => solved.has(name)).length;
  const toPaper = async (): Promise<void> => {
    setTrouble(null);
    // Not every browser says when it has printed: what was shown for it goes away first.
    setPaper(null);
    try {
      setPaper(await Promise.all(lessons.map(({ position }) => get<Described>("/position", { id: position }))));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      setTrouble(error);
    }
  };
  const list = (
    <div class="learn">
      <section class="stack learn-list" aria-labelledby="learn-list">
        <h2 id="learn-list">{t("learn.list")}</h2>
        <p>
          <progress max={lessons.length} value={done} aria-hidden="true" />{" "}
          {t("learn.progress", { done, total: lessons.length })}
        </p>
        <ol>
          {lessons.map((one, at) => (
            <li key={one.name}>
              <a href={address(game, at)} {...(at === place && { "aria-current": "step" as const })}>
                <span class="learn-at" aria-hidden="true">
                  {solved.has(one.name) ? "✓" : num(at + 1)}
                </span>
                <span>
                  {words(game, one, "title")}
                  {solved.has(one.name) && <span class="visually-hidden"> ({t("learn.solved")})</span>}
                </span>
              </a>
            </li>
          ))}
        </ol>
        <p>
          <button type="button" class="button" onClick={() => void toPaper()}>
            <Icon name="print" />
            {t("learn.paper")}
          </button>
        </p>
        {trouble && <ErrorNote error={trouble} onDismiss={() => setTrouble(null)} />}
        <p class="muted">{t("learn.kept")}</p>
        {solved.size > 0 && (
          <p>
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                forgetSolved(game);
                setSolved(new Set());
                announce(t("learn.forgotten"));
              }}
            >
              {t("learn.forget")}
            </button>
          </p>
        )}
      </section>
      {lesson && (
        <One
          key={lesson.name}
          game={game}
          own={own}
          lesson={lesson}
          place={place}
          total={lessons.length}
          complete={done === lessons.length}
          onSolved={() => setSolved(noteSolved(game, lesson.name))}
        />
      )}
    </div>
  );
  return (
    <>
      {list}
      {paper && (
        <OnPaper
          heading={props.title}
          own={own}
          lessons={lessons}
          positions={paper}
          titles={lessons.map((one) => words(game, one, "title"))}
          ideas={lessons.map((one) => words(game, one, "idea"))}
          onPrinted={() => setPaper(null)}
        />
      )}
    </>
  );
}

function One(props: {
  game: string;
  own: LessonPages;
  lesson: Lesson;
  place: number;
  total: number;
  complete: boolean;
  onSolved: () => void;
}): JSX.Element {
  const { game, own, lesson, place, total } = props;
  const [tried, setTried] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const opened = useRef(document.activeElement === null || document.activeElement === document.body);
  useLayoutEffect(() => {
    // The link that led here belongs to another position; at the first visit the focus stays at the top.
    if (!opened.current) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  const outcome = tried === null ? null : judge(lesson, tried);
  const verdict = (move: string): string => {
    const name = own.nameMove(lesson, move);
    const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
    switch (judge(lesson, move)) {
      case "idea":
        return t("learn.right");
      case "other":
        return sentence(t("learn.other", { move: name, best: own.nameMove(lesson, lesson.move) }));
      default:
        return sentence(`${own.tellCost(name, num(lesson.costs[move] ?? 0))} ${t("learn.again")}`);
    }
  };
  const onTry = (move: string): void => {
    setTried(move);
    announce(`${verdict(move)} ${t("common.named", { name: t("learn.idea"), what: words(game, lesson, "idea") })}`);
    if (judge(lesson, move) !== "costs") {
      props.onSolved();
    }
  };
  useEffect(() => {
    if (tried !== null) {
      result.current?.scrollIntoView({ block: "nearest" });
    }
  }, [tried]);
  const after = tried !== null && outcome !== "costs" ? tried : null;
  return (
    <section class="stack learn-one" aria-labelledby="learn-one">
      <p class="muted">{t("learn.number", { at: place + 1, total })}</p>
      <h2 id="learn-one" ref={heading} tabIndex={-1}>
        {words(game, lesson, "title")}
      </h2>
      <p class="learn-question">{own.question(lesson)}</p>
      <own.Board lesson={lesson} tried={tried} onTry={onTry} />
      <div class={`card stack learn-result ${outcome ?? ""}`} ref={result}>
        {tried === null ? (
          <p class="muted">{t("learn.hidden")}</p>
        ) : (
          <>
            <p class="learn-verdict">
              <Icon name={outcome === "costs" ? "warn" : "check"} />
              <strong>{verdict(tried)}</strong>
            </p>
            <h3>{t("learn.idea")}</h3>
            <p>{words(game, lesson, "idea")}</p>
          </>
        )}
        {after !== null && props.complete && <p class="chip good">{t("learn.all")}</p>}
        <p class="row">
          {place > 0 && (
            <a class="button" href={address(game, place - 1)}>
              <Icon name="back" />
              {t("learn.previous")}
            </a>
          )}
          {place + 1 < total && (
            <a class={`button ${after === null ? "" : "primary"}`} href={address(game, place + 1)}>
              <Icon name="forward" />
              {t("learn.next")}
            </a>
          )}
          {tried !== null && (
            <a class="button" href={positionPath(lesson.position)}>
              <Icon name="play" />
              {t("learn.playOn")}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}
