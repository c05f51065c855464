import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import type { Described, Lesson } from "../../generated/api";
import { announce } from "../../lib/announce";
import { get } from "../../lib/api";
import { titled, useGames } from "../../lib/games";
import { language, num, type TextKey, t } from "../../lib/i18n";
import { type Loader, useLoaded } from "../../lib/lazy";
import { pace } from "../../lib/motion";
import { useAttempt } from "../../lib/questions";
import { positionPath, type Route } from "../../lib/router";
import { rulesOf } from "../../lib/rules";
import { useShortcuts } from "../../lib/shortcuts";
import { useLive } from "../../lib/solver";
import { ownPages } from "../games";
import { forgetSolved, judge, type LessonPages, noteSolved, placeOf, solvedOf } from "./model";
import { OnPaper } from "./OnPaper";
import "./learn.css";

/** Return the title or the idea of a guided position, looked up by the name that the library gives it. */
function words(game: string, lesson: Lesson, what: "title" | "idea"): string {
  return t(`learn.${game}.${lesson.name}.${what}` as TextKey);
}

function address(game: string, place: number): string {
  return `/learn?game=${game}&at=${place + 1}`;
}

/** The page of guided positions, each of which teaches one idea. The idea appears after an attempt on the board. */
export function Learn({ route }: { route: Route }): JSX.Element {
  const games = useGames().flatMap((game) => {
    const lessons = game.lessons ? ownPages(game.name)?.lessons : undefined;
    return lessons === undefined ? [] : [{ game, lessons }];
  });
  const chosen = games.find(({ game }) => game.name === route.query.get("game")) ?? games[0];
  return (
    <div class="learn-page">
      <PageTitle text={t("learn.title")} lead={t("learn.lead")}>
        <nav class="learn-games row" aria-label={t("learn.games")}>
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
      </PageTitle>
      {chosen && (
        <Ten
          key={chosen.game.name}
          game={chosen.game.name}
          title={titled(chosen.game).text}
          loader={chosen.lessons}
          at={route.query.get("at")}
        />
      )}
    </div>
  );
}

function Ten(props: { game: string; title: string; loader: Loader<LessonPages>; at: string | null }): JSX.Element {
  const { game } = props;
  const pages = useLoaded([props.loader]);
  const asked = useLive<readonly Lesson[]>("/lessons", { game });
  const [solved, setSolved] = useState(() => solvedOf(game));
  const [paper, setPaper] = useState<readonly Described[] | null>(null);
  const { attempt, error: trouble, dismiss } = useAttempt();
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
  const toPaper = (): Promise<void> =>
    attempt(async () => {
      // Remove an earlier paper version first, since not every browser reports the end of printing.
      setPaper(null);
      setPaper(await Promise.all(lessons.map(({ position }) => get<Described>("/position", { id: position }))));
    });
  const list = (
    <div class="learn">
      <section class="stack learn-list" aria-labelledby="learn-list">
        <h2 id="learn-list" class="big">
          {t("learn.list")}
        </h2>
        <p>
          <progress max={lessons.length} value={done} aria-hidden="true" />{" "}
          {t("learn.progress", { done, total: lessons.length })}
        </p>
        <ol class="stack tight">
          {lessons.map((one, at) => (
            <li key={one.name}>
              <a class="pick" href={address(game, at)} {...(at === place && { "aria-current": "step" as const })}>
                <span class="learn-at centred" aria-hidden="true">
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
        {own.also && (
          <p>
            <a href={own.also.href}>{t(own.also.text)}</a>
          </p>
        )}
        <p>
          <Button icon="print" text={t("learn.paper")} onClick={() => void toPaper()} />
        </p>
        {trouble && <ErrorNote error={trouble} onDismiss={dismiss} />}
        <p class="muted">{t("learn.kept")}</p>
        {solved.size > 0 && (
          <p>
            <Button
              text={t("learn.forget")}
              look="quiet"
              onClick={() => {
                forgetSolved(game);
                setSolved(new Set());
                announce(t("learn.forgotten"));
              }}
            />
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

/** Milliseconds until a wrong move is taken back, and until the other player answers. */
const LOOK = 2600;
const ANSWER = 900;

const wait = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** Return the state of a guided position, and functions that show a move and take back a wrong one after a while. */
function useStage(own: LessonPages, { position }: Lesson) {
  const [first, setFirst] = useState<Described | null>(() => own.read?.(position) ?? null);
  const [shown, setShown] = useState<{ move: string; record: Described } | null>(null);
  const { attempt: asking, error } = useAttempt();
  const [attempt, setAttempt] = useState(0);
  // A token of the latest action. An earlier action that is still running stops when it finds another token.
  const latest = useRef({});
  useEffect(() => {
    if (first === null) {
      void asking(async () => setFirst(await get<Described>("/position", { id: position })));
    }
  }, [attempt]);
  const back = (): void => {
    latest.current = {};
    setShown(null);
  };
  useEffect(() => back, []);
  const show = (move: string, wrong: boolean): Promise<void> =>
    asking(async () => {
      const turn = {};
      latest.current = turn;
      const made = async (from: Described, next: string): Promise<Described | null> => {
        const record =
          (own.read && rulesOf(own.read).play(from, next)) ??
          (await get<Described>("/move", { id: from.id, move: next }));
        if (latest.current !== turn) {
          return null;
        }
        setShown({ move, record });
        return record;
      };
      const record = first && (await made(first, move));
      if (!wrong || record === null) {
        return;
      }
      const answer = own.answer?.(record);
      if (answer !== undefined) {
        await wait(ANSWER * Math.max(1, pace()));
        if (latest.current === turn) {
          await made(record, answer);
        }
      }
      await wait(LOOK * Math.max(1, pace()));
      if (latest.current === turn) {
        back();
      }
    });
  return { first, shown, error, back, show, again: () => setAttempt(attempt + 1) };
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
  const [told, setTold] = useState("");
  const stage = useStage(own, lesson);
  const { shown } = stage;
  const heading = useRef<HTMLHeadingElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const opened = useRef(document.activeElement === null || document.activeElement === document.body);
  useLayoutEffect(() => {
    // Leave the focus at the top on the first visit; move it only when the reader goes to another position.
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
        return sentence(own.tellCost(name, num(lesson.costs[move] ?? 0)));
    }
  };
  const onTry = (move: string): void => {
    const wrong = judge(lesson, move) === "costs";
    setTried(move);
    const idea = t("common.named", { name: t("learn.idea"), what: words(game, lesson, "idea") });
    announce([verdict(move), wrong && t("learn.again"), idea].filter(Boolean).join(" "));
    void stage.show(move, wrong);
    if (!wrong) {
      props.onSolved();
    }
  };
  useEffect(() => {
    if (shown !== null) {
      setTold(own.told(shown.record, lesson));
    } else if (tried !== null) {
      // Do not scroll while pieces fly.
      result.current?.scrollIntoView({ block: "nearest" });
    }
  }, [shown]);
  useShortcuts([{ key: "u", label: t("game.undo"), run: stage.back, disabled: shown === null }]);
  const solved = tried !== null && outcome !== "costs";
  const link = (to: number, icon: "back" | "forward", primary: boolean): JSX.Element | false =>
    to >= 0 &&
    to < total && (
      <a
        class={`button ${primary ? "primary" : ""} ${icon === "back" ? "icon-only" : ""}`}
        href={address(game, to)}
        title={t(icon === "back" ? "learn.previous" : "learn.next")}
      >
        <Icon name={icon} />
        <span class={icon === "back" ? "visually-hidden" : ""}>
          {t(icon === "back" ? "learn.previous" : "learn.next")}
        </span>
      </a>
    );
  const bar = (
    <div class="game-bar row" role="group" aria-label={t("game.actions")}>
      {link(place - 1, "back", false)}
      <Button icon="undo" text={t("game.undo")} off={shown === null} keys="u" onClick={stage.back} />
      {link(place + 1, "forward", solved)}
    </div>
  );
  const say = stage.error ? (
    <ErrorNote error={stage.error} {...(stage.first === null && { onRetry: stage.again })} />
  ) : tried === null ? (
    <p class="muted">{t("learn.hidden")}</p>
  ) : (
    <>
      <p>{told}</p>
      <p class={`learn-verdict toned ${solved ? "good" : "bad"}`}>
        <Icon name={solved ? "check" : "warn"} /> <strong>{verdict(tried)}</strong>
      </p>
    </>
  );
  const record = shown?.record ?? stage.first;
  return (
    <>
      <header class="learn-head">
        <p class="muted">{t("learn.number", { at: place + 1, total })}</p>
        <h2 id="learn-one" ref={heading} tabIndex={-1}>
          {words(game, lesson, "title")}
        </h2>
        <p class="big">{own.question(lesson)}</p>
      </header>
      <section class={`learn-stage ${shown ? "shown" : ""}`} aria-labelledby="learn-one">
        {record === null ? (
          <div class="stage">{stage.error ? say : <Loading />}</div>
        ) : (
          <own.Table
            lesson={lesson}
            record={record}
            shown={shown?.move ?? null}
            tried={tried !== null}
            say={say}
            bar={bar}
            onTry={onTry}
          />
        )}
      </section>
      {tried !== null && (
        <div class={`card stack learn-result ${outcome ?? ""}`} ref={result}>
          <h3>{t("learn.idea")}</h3>
          <p>{words(game, lesson, "idea")}</p>
          {!solved && <p>{t("learn.again")}</p>}
          {solved && props.complete && <p class="chip good">{t("learn.all")}</p>}
          <p class="row">
            <Button icon="play" text={t("learn.playOn")} href={positionPath(lesson.position)} />
          </p>
        </div>
      )}
    </>
  );
}
