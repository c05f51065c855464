import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { Projector, ProjectorButton, ProjectorScore } from "../../components/Projector";
import type { PursuitDeclared, PursuitDescribed } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { announce } from "../../lib/announce";
import { list, num, t, tn } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { useShortcuts } from "../../lib/shortcuts";
import { useLive } from "../../lib/solver";
import { face, useCountdown, WARNING } from "./Clock";
import { changeRound, closer, type Match, type MatchRound, roundSeed, totals } from "./matches";
import { prettyMove } from "./model";
import { Notebook } from "./Notebook";
import { Outcome } from "./Outcome";
import { Closest, Target } from "./Target";
import { Workbench } from "./Workbench";
import "./duel.css";

/** Whether a number has been made, or dealt. */
function isMade(position: PursuitDescribed, value: number): boolean {
  return [...position.numbers, ...position.steps.map(({ texts }) => texts[2])].some(
    (made) => String(made) === String(value),
  );
}

/** The points of a match so far. */
export function Standing({ match }: { match: Match }): JSX.Element {
  const { mine, theirs } = totals(match);
  return (
    <p class="duel-standing">
      {match.opponent === null
        ? tn("match.alone", mine)
        : t("match.standing", { mine, theirs, opponent: t(`match.opponent.${match.opponent}`) })}
    </p>
  );
}

/** The time that is left in a round. */
function RoundClock(props: { ends: number | null; limit: number; onEnd: () => void }): JSX.Element {
  const left = useCountdown(props.ends, props.limit, props.onEnd);
  return (
    <div class={`duel-clock${left <= WARNING ? " late" : ""}`}>
      <span class="pursuit-label">{t("match.clock")}</span>
      <b role="timer" aria-label={tn("pursuit.clock.left", left)}>
        {face(left)}
      </b>
      <progress max={props.limit} value={left} aria-hidden="true" />
    </div>
  );
}

/** The same among the figures of a board that fills the screen; the clock of the page tells when the time is up. */
function ProjectorClock(props: { ends: number | null; limit: number }): JSX.Element {
  const left = useCountdown(props.ends, props.limit, null);
  return <ProjectorScore label={t("match.clock")} value={face(left)} />;
}

/** What is below the numbers: take back, begin again, and the answer. */
function Actions(props: {
  game: GameState<PursuitDescribed>;
  answer: string;
  answerKey: string;
  onAnswer: () => void;
}): JSX.Element {
  const { game, answer, answerKey, onAnswer } = props;
  const undo = (): void => void game.undo();
  useShortcuts([
    { key: "u", label: t("game.undo"), run: undo, disabled: !game.canUndo },
    { key: answerKey, label: answer, run: onAnswer },
  ]);
  return (
    <div class="duel-actions" role="group" aria-label={t("game.actions")}>
      <button
        type="button"
        class="button"
        aria-disabled={!game.canUndo}
        aria-keyshortcuts="u"
        onClick={() => game.canUndo && undo()}
      >
        <Icon name="undo" />
        {t("game.undo")}
      </button>
      <button type="button" class="button primary" aria-keyshortcuts={answerKey} onClick={onAnswer}>
        {answer}
      </button>
      <ProjectorButton />
    </div>
  );
}

/** The question at the end of a round: which number? */
function Declaration(props: { round: MatchRound; onDeclare: (value: number | null) => void }): JSX.Element {
  const { round, onDeclare } = props;
  const made =
    round.made !== null && Math.abs(round.made.value - round.target) <= LIMITS.away ? round.made.value : null;
  const [text, setText] = useState("");
  const title = useRef<HTMLHeadingElement>(null);
  const value = readInteger(text, 0, LIMITS.target);
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), []);
  const declare = (): void => {
    if (value !== null) {
      onDeclare(value);
    }
  };
  return (
    <section class="duel-declaration" aria-labelledby="duel-declare">
      <h2 id="duel-declare" tabIndex={-1} ref={title}>
        {t("match.declare.title")}
      </h2>
      <p class="muted">{t("match.declare.text")}</p>
      {made !== null && (
        <p>
          {t("match.declare.made", { value: num(made) })}{" "}
          <button type="button" class="button primary" onClick={() => onDeclare(made)}>
            {t("match.declare.do", { value: num(made) })}
          </button>
        </p>
      )}
      <div class="duel-line">
        <NumberField
          label={t(made === null ? "match.declare.own" : "match.declare.label")}
          value={text}
          onInput={setText}
          low={0}
          high={LIMITS.target}
          onEnter={declare}
        />
        <button type="button" class="button" aria-disabled={value === null} onClick={declare}>
          {t("match.declare")}
        </button>
      </div>
      <p>
        <button type="button" class="button quiet" onClick={() => onDeclare(null)}>
          {t("match.declare.nothing")}
        </button>
      </p>
    </section>
  );
}

/** What the opponent declares, while the player shows a number. */
function Theirs({ match, round }: { match: Match; round: MatchRound }): JSX.Element | null {
  const { opponent } = match;
  const seed = roundSeed(match, match.rounds.indexOf(round) + 1);
  const live = useLive<PursuitDeclared>(
    opponent === null ? null : "/pursuit/opponent",
    { position: round.start, opponent, seed },
    { delay: 0 },
  );
  const value = live.result?.declared;
  if (opponent === null || value === null || value === undefined) {
    return null;
  }
  return <p>{t("match.declares", { opponent: t(`match.opponent.${opponent}`), value: num(value) })}</p>;
}

/** Ends a round with a position, and with the number that was declared for it. */
function finishRound({ start }: MatchRound, final: string, declared: number | null): void {
  changeRound(start, { phase: "over", declared, final, ends: null });
}

/** What the player can do in a round. */
interface Played {
  declare: (value: number | null) => void;
  timeUp: () => void;
  /** What the main button says, and does. */
  answer: string;
  onAnswer: () => void;
}

function played(position: PursuitDescribed, round: MatchRound): Played {
  const { start, phase } = round;
  const finish = (final: string, declared: number | null): void => finishRound(round, final, declared);
  const declare = (value: number | null): void => {
    if (value === null || isMade(position, value)) {
      finish(position.id, value);
    } else if (round.made?.value === value) {
      finish(round.made.id, value);
    } else {
      changeRound(start, { phase: "show", declared: value, ends: null });
    }
  };
  const stop = (): void => changeRound(start, { phase: "declare", ends: null });
  const timeUp = (): void => {
    stop();
    announce(t("pursuit.clock.up"), true);
  };
  if (phase === "show") {
    return { declare, timeUp, answer: t("match.show.cannot"), onAnswer: () => finish(position.id, round.declared) };
  }
  return position.distance === 0
    ? {
        declare,
        timeUp,
        answer: t("match.declare.do", { value: num(position.target) }),
        onAnswer: () => declare(position.target),
      }
    : { declare, timeUp, answer: t("match.declare"), onAnswer: stop };
}

/** Follows a round: says what was dealt and hit, notes the closest number, and ends it when what was declared is made. */
function useRound(position: PursuitDescribed | null, round: MatchRound): void {
  const { start, phase } = round;
  const told = useRef(false);
  useEffect(() => {
    if (position === null || position.start !== start) {
      return;
    }
    if (!told.current && phase === "play") {
      told.current = true;
      announce(t("pursuit.dealt", { numbers: list(position.numbers.map(String)), target: num(position.target) }));
    }
    if (phase === "play") {
      const now = { value: position.answer, id: position.id };
      const made = closer(position.target, round.made, now);
      if (made !== round.made) {
        changeRound(start, { made });
      }
      if (position.distance === 0 && position.steps.length > 0) {
        announce(t("pursuit.standing.hit", { value: num(position.answer) }), true);
      }
    } else if (phase === "show" && round.declared !== null && isMade(position, round.declared)) {
      finishRound(round, position.id, round.declared);
    }
  }, [position?.id, phase]);

  // The button that was pressed goes away with what it was about.
  const before = useRef(phase);
  useLayoutEffect(() => {
    if (before.current !== phase) {
      before.current = phase;
      focusIfLost(phase === "show" ? "[data-card]" : "main h1");
    }
  }, [phase]);
}

/** The heading: which round it is, the points so far, and the way out. */
function Title({ match, number }: { match: Match; number: number }): JSX.Element {
  return (
    <PageTitle text={t("match.round", { number, length: match.length })}>
      <div class="duel-title">
        <Standing match={match} />
        <a class="button quiet icon-only" href="/pursuit/match" aria-label={t("match.leave")}>
          <Icon name="close" />
        </a>
      </div>
    </PageTitle>
  );
}

interface Board {
  match: Match;
  round: MatchRound;
  position: PursuitDescribed;
}

/** The target, and what belongs to the moment of the round. */
function Head({ match, round, position, onTimeUp }: Board & { onTimeUp: () => void }): JSX.Element {
  const { phase } = round;
  return (
    <div class="duel-head">
      <Target position={position} />
      {phase === "play" && (
        <>
          <div class="duel-best">
            <span class="pursuit-label">{t("pursuit.closest")}</span>
            <Closest position={position} />
          </div>
          {match.clock > 0 && <RoundClock ends={round.ends} limit={match.clock} onEnd={onTimeUp} />}
        </>
      )}
      {phase === "show" && round.declared !== null && (
        <div class="duel-best">
          <span class="pursuit-label">{t("match.show.label")}</span>
          <b>{num(round.declared)}</b>
        </div>
      )}
      {(phase === "declare" || phase === "over") && (
        <p class="duel-dealt">{position.numbers.map((value) => num(value)).join(" ")}</p>
      )}
    </div>
  );
}

/** The numbers and signs, as long as something is made of them. */
function Desk(props: Board & { game: GameState<PursuitDescribed>; answer: string; onAnswer: () => void }): JSX.Element {
  const { match, round, position, game, answer, onAnswer } = props;
  const { phase } = round;
  return (
    <>
      <Projector
        scores={
          <>
            <ProjectorScore label={t("pursuit.target")} value={num(position.target)} tone="player" />
            {phase === "show" && round.declared !== null ? (
              <ProjectorScore label={t("match.show.label")} value={num(round.declared)} />
            ) : (
              <ProjectorScore label={t("pursuit.closest")} value={num(position.answer_text)} />
            )}
            {phase === "play" && match.clock > 0 && <ProjectorClock ends={round.ends} limit={match.clock} />}
          </>
        }
        said={
          <>
            <Standing match={match} />
            <button type="button" class="button primary" aria-keyshortcuts="d" onClick={onAnswer}>
              {answer}
            </button>
          </>
        }
      >
        <Workbench game={game} position={position} />
      </Projector>
      {game.error && <ErrorNote error={game.error} onDismiss={game.dismiss} />}
      <Actions game={game} answer={answer} answerKey="d" onAnswer={onAnswer} />
      <Notebook position={position} />
      <p class="muted pursuit-keys duel-keys no-print">{t("match.keys")}</p>
    </>
  );
}

/** A round of a match: all that it takes on one screen, then the declaration, and what it scores. */
export function Duel({ id, match, round }: { id: string; match: Match; round: MatchRound }): JSX.Element {
  const game = usePosition<PursuitDescribed>(id, { nameMove: prettyMove });
  const { position } = game;
  const { start, phase } = round;
  useRound(position, round);

  const title = <Title match={match} number={match.rounds.indexOf(round) + 1} />;
  if (position === null) {
    return (
      <div class="pursuit-duel">
        {title}
        {game.error ? (
          <ErrorNote error={game.error} home="/pursuit/match" onRetry={game.again} />
        ) : (
          <Busy label={t("common.loading")} />
        )}
      </div>
    );
  }

  const { declare, timeUp, answer, onAnswer } = played(position, round);
  const board = { match, round, position };
  return (
    <div class={`pursuit-duel${phase === "over" ? "" : " live"}`}>
      {title}
      <div class={`card duel-board${phase === "play" && position.distance === 0 ? " hit" : ""}`}>
        <Head {...board} onTimeUp={timeUp} />
        {phase === "declare" && <Declaration round={round} onDeclare={declare} />}
        {phase === "show" && <Theirs match={match} round={round} />}
        {(phase === "play" || phase === "show") && <Desk {...board} game={game} answer={answer} onAnswer={onAnswer} />}
        {phase === "over" && <Outcome key={start} match={match} round={round} />}
      </div>
    </div>
  );
}
