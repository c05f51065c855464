import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Celebration } from "../../components/after/Celebration";
import { Clues } from "../../components/after/Clues";
import { costly, useReview } from "../../components/after/Curve";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Icon } from "../../components/Icon";
import { PageTitle } from "../../components/PageTitle";
import { Projector, ProjectorScore } from "../../components/Projector";
import type { PursuitDescribed, PursuitRules, PursuitSolved, Solution } from "../../generated/api";
import { announce } from "../../lib/announce";
import { useHints } from "../../lib/hints";
import { list, num, t, tn } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { useSlow } from "../../lib/slow";
import { type Live, useLive } from "../../lib/solver";
import { useStore } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { NextLevel } from "../levels/NextLevel";
import { Answers, possible } from "./Answers";
import { Clock } from "./Clock";
import { useDealing } from "./dealing";
import { LEVELS } from "./levels";
import { away, OPERATORS, pretty, prettyMove, SIGNS } from "./model";
import { Notebook } from "./Notebook";
import { beginRound, finishRound, noteHelp, type Outcome, type Round, rounds } from "./rounds";
import { Sitting } from "./Sitting";
import { settings } from "./settings";
import { Typed } from "./Typed";
import { Workbench } from "./Workbench";

const STOP = "=";

/** The rules of a game in sentences: those of the article, and what is different here. */
function ruleSentences(rules: PursuitRules): string {
  const signs = OPERATORS.filter((sign) => rules.operators.includes(sign)).map((sign) => SIGNS[sign]);
  return [
    t(rules.use_all ? "pursuit.rules.all" : "pursuit.rules.once", { signs: signs.join("\u00a0") }),
    rules.operators.includes("/") && t(rules.fractions ? "pursuit.rules.fractions" : "pursuit.rules.whole"),
    rules.positive && t("pursuit.rules.positive"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** How far somebody has come, in words. */
function standing(position: PursuitDescribed): string {
  if (position.answer_expression === null) {
    return tn("pursuit.mustUse", position.table.length);
  }
  const value = num(position.answer_text);
  return position.distance === 0
    ? t("pursuit.standing.hit", { value })
    : away("pursuit.standing.away", position, { value });
}

/** What came of the game, what would have been possible, and the way on. */
function Result(props: {
  position: PursuitDescribed;
  outcome: Outcome;
  busy: boolean;
  onNext: () => void;
  /** Goes to the position before a move. */
  onTry: (number: number) => void;
}): JSX.Element {
  const { position, outcome } = props;
  const live = useLive<PursuitSolved>("/pursuit/solve", { position: position.start }, { delay: 0 });
  const solved = live.result;
  const hit = outcome.distance === 0;
  const perfect = solved !== null && solved.distance === outcome.distance;
  const title = hit
    ? t(position.distance === 0 ? "pursuit.result.hit" : "pursuit.result.hitBefore", { target: num(position.target) })
    : away(`pursuit.result.${outcome.by === "hit" ? "content" : outcome.by}`, outcome);
  return (
    <section class={`pursuit-result${hit ? " hit" : ""}`} aria-labelledby="pursuit-result">
      <h2 id="pursuit-result" tabIndex={-1}>
        {hit && <Icon name="check" />}
        {title}
      </h2>
      {hit && position.distance === 0 && position.answer_expression !== null && (
        <p class="pursuit-formula">
          {pretty(position.answer_expression)} = {num(position.answer_text)}
        </p>
      )}
      {!hit && (
        <p>
          {solved === null ? "…" : perfect ? t("pursuit.result.perfect", { why: possible(solved) }) : possible(solved)}{" "}
          {position.distance < outcome.distance && t("pursuit.result.since", { standing: standing(position) })}
        </p>
      )}
      {!hit && !perfect && position.steps.length > 0 && <Lost position={position} onTry={props.onTry} />}
      <p class="row">
        <button type="button" class="button primary" aria-disabled={props.busy} onClick={props.onNext}>
          {t("pursuit.next")}
        </button>
        <NextLevel game={position.game} levels={LEVELS} id={position.start.replace(/^pursuit:/, "")} />
        {!hit && <span class="muted">{t("pursuit.result.goOn")}</span>}
      </p>
    </section>
  );
}

/** With which step the target, or what was the best, went out of reach. */
function Lost(props: { position: PursuitDescribed; onTry: (number: number) => void }): JSX.Element | null {
  const { result } = useReview(props.position.id);
  const [first] = result ? costly(result) : [];
  if (result === null || first === undefined || first.move === STOP) {
    return null;
  }
  const told = { number: num(first.number), move: prettyMove(first.move), cost: num(first.least) };
  const reached = result.points[first.number - 1]?.upper === 0;
  return (
    <p class="row">
      <span>{t(reached ? "after.lost" : "after.lostMore", told)}</span>
      <button type="button" class="button" onClick={() => props.onTry(first.number)}>
        <Icon name="undo" />
        {t("after.curve.try")}
      </button>
    </p>
  );
}

/** How far from the target the best is that a hint leads to. */
function missed(hint: Solution): number {
  return Number(hint.value);
}

/** A step that keeps the best in reach, or that there is none. */
function HintNote(props: {
  game: GameState<PursuitDescribed>;
  position: PursuitDescribed;
  live: Live<Solution>;
}): JSX.Element {
  const { game, position, live } = props;
  const found = live.result;
  const [first] = found?.moves ?? [];
  // Whether more was possible at the start: only worth asking if less is possible now.
  const before = useLive<Solution>(
    found && missed(found) > 0 && position.steps.length ? "/hint" : null,
    { id: position.start },
    { delay: 0 },
  );
  const here = found ? missed(found) : 0;
  const steps = (found?.moves ?? []).filter((move) => move !== STOP).length;
  const text =
    found === null
      ? null
      : first === undefined || first === STOP
        ? t("pursuit.hint.none", { value: num(position.answer_text) })
        : here === 0
          ? tn("pursuit.hint.hit", steps, { move: prettyMove(first) })
          : tn("pursuit.hint.near", here, { move: prettyMove(first) });
  const earlier = before.result && missed(before.result) < here ? missed(before.result) : null;
  const more =
    earlier === null ? null : earlier === 0 ? t("pursuit.hint.undoHit") : tn("pursuit.hint.undoNear", earlier);
  useEffect(() => announce([text, more].filter(Boolean).join(" ")), [text, more]);
  if (live.error) {
    return <ErrorNote error={live.error} onRetry={live.again} />;
  }
  return (
    <div class="note pursuit-hint">
      {text === null ? <Busy inline asked={live} /> : <p>{text}</p>}
      {more && <p>{more}</p>}
      {first !== undefined && first !== STOP && (
        <button
          type="button"
          class="button"
          onClick={() => void game.play(first).then(() => focusIfLost("[data-card]:last-child"))}
        >
          {t("pursuit.hint.do", { move: prettyMove(first) })}
        </button>
      )}
    </div>
  );
}

/** A game: the numbers, the target, and everything that can be done and known. */
export function Table({ id }: { id: string }): JSX.Element {
  const game = usePosition<PursuitDescribed>(id, {
    nameMove: (move) => (move === STOP ? t("pursuit.content") : prettyMove(move)),
  });
  const { position } = game;
  const all = useStore(rounds);
  const dealing = useDealing();
  const { hints: mode } = useSwitches();
  const hints = useHints(position?.id ?? null, mode);
  const slow = useSlow(game.loading && position !== null);
  const wanted = hints.wantsMove ? position?.id : undefined;
  const [celebrated, setCelebrated] = useState<string | null>(null);
  const last = useRef<PursuitDescribed | null>(null);
  const start = position?.start ?? null;
  const round: Round | undefined = all.find((one) => one.start === start);
  const hint = useLive<Solution>(wanted === undefined ? null : "/hint", { id: wanted, "time-limit": 20 }, { delay: 0 });

  useEffect(() => {
    if (position === null || last.current?.id === position.id) {
      return;
    }
    const before = last.current;
    last.current = position;
    beginRound(position.start, position.target, settings.get().clock, false);
    const arrived = before?.start !== position.start;
    const ended = position.distance === 0 || position.stopped;
    const outcome: Outcome = {
      distance: position.distance,
      distance_text: position.distance_text,
      by: position.distance === 0 ? "hit" : "content",
      // A link may show a game that somebody has finished before.
      counted: !arrived || position.steps.length === 0,
    };
    if (arrived) {
      if (before !== null) {
        // The button that dealt is gone, and what was scrolled to is another game's.
        focusIfLost("main h1");
        scrollTo(0, 0);
      }
      announce(
        t("pursuit.dealt", {
          numbers: list(position.numbers.map((number) => num(number))),
          target: num(position.target),
        }),
      );
    } else {
      announce(standing(position), position.distance === 0);
    }
    if (ended) {
      finishRound(position.start, outcome);
    }
    if (position.distance === 0 && !arrived && before && before.steps.length < position.steps.length) {
      setCelebrated(position.id);
    }
  }, [position?.id]);

  const outcome = round?.outcome ?? null;
  const isOver = outcome?.counted === true;
  const wasOver = useRef({ start, isOver });
  useLayoutEffect(() => {
    if (isOver && !wasOver.current.isOver && wasOver.current.start === start) {
      focusIfLost("#pursuit-result");
    }
    wasOver.current = { start, isOver };
  }, [start, isOver]);

  if (position === null) {
    return (
      <>
        <PageTitle text={t("pursuit.title")} />
        {game.error ? (
          <ErrorNote error={game.error} home="/pursuit" onRetry={game.again} />
        ) : (
          <Busy label={t("common.loading")} />
        )}
      </>
    );
  }

  const end = (by: Outcome["by"]): void => {
    finishRound(position.start, {
      distance: position.distance,
      distance_text: position.distance_text,
      by,
      counted: true,
    });
  };
  const next = (): void => {
    if (position.steps.length > 0) {
      end("left");
    }
    dealing.deal();
  };
  const askHint = (): void => {
    if (position.distance === 0) {
      announce(t("pursuit.standing.hit", { value: num(position.answer_text) }));
    } else {
      noteHelp(position.start);
      hints.ask();
    }
  };
  const timeUp = (): void => {
    end("clock");
    announce(`${t("pursuit.clock.up")} ${standing(position)}`, true);
  };
  const hit = position.distance === 0;
  return (
    <>
      <div class={`pursuit-title${position.rules.text === "" ? " plain" : ""}`}>
        <PageTitle
          text={t("pursuit.table.title", { target: num(position.target) })}
          lead={ruleSentences(position.rules)}
        />
      </div>
      <div class="board-and-side">
        <div class="stack">
          <div class={`card pursuit-table${hit ? " hit" : ""}`}>
            {celebrated === position.id && (
              <Celebration key={position.id} game={position.game} won perfect={false} paper="always" />
            )}
            <div class="pursuit-head">
              <div class="pursuit-target">
                <span class="pursuit-label">{t("pursuit.target")}</span>
                <b>{num(position.target)}</b>
              </div>
              <div class="pursuit-best">
                <span class="pursuit-label">{t("pursuit.closest")}</span>
                {position.answer_expression === null ? (
                  <span class="pursuit-best-line">{standing(position)}</span>
                ) : (
                  <>
                    <b>{num(position.answer_text)}</b>
                    <span class={`chip ${hit ? "good" : ""}`}>
                      {hit && <Icon name="check" />}
                      {hit ? t("pursuit.hit") : away("pursuit.away", position)}
                    </span>
                  </>
                )}
              </div>
              {round && round.limit > 0 && <Clock key={round.start} round={round} onEnd={timeUp} />}
            </div>
            {outcome !== null && (
              <Result
                position={position}
                outcome={outcome}
                busy={dealing.busy}
                onNext={next}
                onTry={(number) => void game.goTo(number - 1)}
              />
            )}
            <Projector
              scores={
                <>
                  <ProjectorScore label={t("pursuit.target")} value={num(position.target)} tone="player" />
                  {position.answer_expression !== null && (
                    <ProjectorScore label={t("pursuit.closest")} value={num(position.answer_text)} />
                  )}
                </>
              }
              said={standing(position)}
            >
              <Workbench game={game} position={position} />
            </Projector>
            {game.error && <ErrorNote error={game.error} onDismiss={game.dismiss} />}
            {slow && <Busy inline label={t("after.waiting")} />}
            {!hit && mode === "steps" && !hints.wantsMove && <Clues game={position.game} hints={hints} />}
            {hints.wantsMove && !hit && <HintNote game={game} position={position} live={hint} />}
            <GameBar
              game={game}
              onHint={mode === "off" ? undefined : askHint}
              hintLabel={hints.label}
              hintBusy={hint.running || hints.live.running}
              onNew={next}
              projector
            >
              {outcome === null && (
                <button type="button" class="button pursuit-content" onClick={() => end("content")}>
                  <Icon name="check" />
                  {t("pursuit.content")}
                </button>
              )}
            </GameBar>
            <Typed key={position.start} game={game} position={position} />
            {dealing.busy && <Busy label={t("pursuit.dealing")} asked={dealing} onCancel={dealing.cancel} />}
            {dealing.error && <ErrorNote error={dealing.error} onRetry={dealing.deal} />}
          </div>
        </div>
        <aside class="stack">
          <div class="card stack">
            {position.steps.length === 0 ? <p class="muted">{t("pursuit.howTo")}</p> : <Notebook position={position} />}
            <p class="muted pursuit-keys no-print">{t("pursuit.keys")}</p>
          </div>
          <Sitting start={position.start} />
          <p>
            <a href="/pursuit">{t("pursuit.toStart")}</a> · <a href="/pursuit/odds">{t("pursuit.toOdds")}</a>
          </p>
        </aside>
      </div>
      <Answers key={position.start} game={game} position={position} over={outcome !== null} />
    </>
  );
}
