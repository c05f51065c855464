import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Loading } from "../../components/Loading";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { Projector, ProjectorScore } from "../../components/Projector";
import { useResult } from "../../components/stage/closing";
import { Face, FIRST, type Mood } from "../../components/stage/Face";
import { useFlights } from "../../components/stage/flights";
import { faceOf } from "../../components/stage/opponents";
import { ResultButton } from "../../components/stage/Result";
import { Side, Stage } from "../../components/stage/Stage";
import type { PursuitDeclared, PursuitDescribed } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { announce } from "../../lib/announce";
import { list, num, t } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { useShortcuts } from "../../lib/shortcuts";
import { useLive } from "../../lib/solver";
import { tn } from "../../lib/wording";
import { ClockFace, face, useCountdown } from "./Clock";
import { changeRound, closer, type Match, type MatchRound, roundSeed, totals } from "./matches";
import { prettyMove } from "./model";
import { Notebook } from "./Notebook";
import { After, Outcome, useJudged } from "./Outcome";
import { RULES } from "./rules";
import { mergeOf } from "./slots";
import { Goal, Target, Way } from "./Target";
import { useBench, Workbench, Working } from "./Workbench";
import "./duel.css";

/** Return whether a number was dealt or has been made. */
function isMade(position: PursuitDescribed, value: number): boolean {
  return [...position.numbers, ...position.steps.map(({ texts }) => texts[2])].some(
    (made) => String(made) === String(value),
  );
}

/** The score of the match so far. */
export function Standing({ match }: { match: Match }): JSX.Element {
  const { mine, theirs } = totals(match);
  return (
    <p class="big bold">
      {match.opponent === null
        ? tn("match.alone", mine)
        : t("match.standing", { mine, theirs, opponent: t(`match.opponent.${match.opponent}`) })}
    </p>
  );
}

/** The remaining time of a round. */
function RoundClock(props: { ends: number | null; limit: number; onEnd: () => void }): JSX.Element {
  return <ClockFace left={useCountdown(props.ends, props.limit, props.onEnd)} limit={props.limit} />;
}

/** A copy of the clock for a board that fills the screen. Only the page's own clock ends the round. */
function ProjectorClock(props: { ends: number | null; limit: number }): JSX.Element {
  const left = useCountdown(props.ends, props.limit, null);
  return <ProjectorScore label={t("match.clock")} value={face(left)} />;
}

/** The question at the end of a round, which asks the player to declare a number. */
function Declaration(props: {
  round: MatchRound;
  /** The numbers of the deal. */
  numbers: readonly number[];
  onDeclare: (value: number | null) => void;
}): JSX.Element {
  const { round, onDeclare } = props;
  const { made } = round;
  const [text, setText] = useState(made === null ? "" : String(made.value));
  const title = useRef<HTMLHeadingElement>(null);
  const value = readInteger(text, 0, LIMITS.target);
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), []);
  const declare = (): void => {
    if (value !== null) {
      onDeclare(value);
    }
  };
  return (
    <section class="card stack duel-declaration" aria-labelledby="duel-declare">
      <h2 id="duel-declare" tabIndex={-1} ref={title}>
        {t("match.declare.title")}
      </h2>
      <p class="big bold">{props.numbers.map((value) => num(value)).join("\u2002")}</p>
      <p class="muted">
        {t("match.declare.text")} {made !== null && t("match.declare.made", { value: num(made.value) })}
      </p>
      <NumberField
        label={t("match.declare.own")}
        value={text}
        onInput={setText}
        low={0}
        high={LIMITS.target}
        onEnter={declare}
      />
      <p class="row">
        <Button
          text={value === null ? t("match.declare") : t("match.declare.do", { value: num(value) })}
          look="primary"
          off={value === null}
          onClick={declare}
        />
        <Button text={t("match.declare.nothing")} look="quiet" onClick={() => onDeclare(null)} />
      </p>
    </section>
  );
}

/** The opponent's declaration, shown while the player has to make the declared number. */
function Declared({ match, round }: { match: Match; round: MatchRound }): JSX.Element | null {
  const { opponent } = match;
  const seed = roundSeed(match, match.rounds.indexOf(round) + 1);
  const live = useLive<PursuitDeclared>(opponent === null ? null : "/pursuit/opponent", {
    position: round.start,
    opponent,
    seed,
  });
  const value = live.result?.declared;
  if (opponent === null || value === null || value === undefined) {
    return null;
  }
  return (
    <p class="toned theirs">{t("match.declares", { opponent: t(`match.opponent.${opponent}`), value: num(value) })}</p>
  );
}

/** End a round with its final position and the declared number. */
function finishRound({ start }: MatchRound, final: string, declared: number | null): void {
  changeRound(start, { phase: "over", declared, final, ends: null });
}

type Played = ReturnType<typeof playedOf>;

/** Return the actions that a round offers to the player; the main button has the text `answer`. */
function playedOf(position: PursuitDescribed, round: MatchRound) {
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

/**
 * Follow a round: announce the deal and each hit, and record the closest number. End the round once the player has made
 * the declared number.
 */
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

  // Move the focus, since the button that was pressed disappears when its phase ends.
  const before = useRef(phase);
  useLayoutEffect(() => {
    if (before.current !== phase) {
      before.current = phase;
      focusIfLost(phase === "show" ? "[data-card]" : "main h1");
    }
  }, [phase]);
}

/** Return a player's mood, which depends on both players' points in a round. */
function moodOf(own: number, other: number): Mood {
  return own > 0 && own >= other ? "glad" : own < other ? "beaten" : "waiting";
}

interface Table {
  match: Match;
  round: MatchRound;
  position: PursuitDescribed;
  played: Played;
}

/** The player's side of the stage: points, the next action, and the steps. */
function Mine({ match, round, position, played }: Table): JSX.Element {
  const { phase, score, declared } = round;
  const hit = phase === "play" && position.distance === 0;
  return (
    <Side
      side="mine"
      name={t("match.you")}
      total={totals(match).mine}
      face={<Face who={FIRST} mood={score ? moodOf(score.mine, score.theirs) : hit ? "glad" : "waiting"} />}
    >
      {phase === "show" && declared !== null && (
        <p class="duel-show">
          <span class="small bold hidden-small">{t("match.show.label")}</span> <b>{num(declared)}</b>
        </p>
      )}
      {(phase === "play" || phase === "show") && (
        <Button
          text={played.answer}
          look={`pursuit-declare no-print ${phase === "play" ? "primary" : ""}`}
          keys="d"
          onClick={played.onAnswer}
        />
      )}
      <Notebook position={position} />
    </Side>
  );
}

/** The other side of the stage. It shows the target, the clock, and the opponent if there is one. */
function Theirs({ match, round, position, played }: Table): JSX.Element {
  const { opponent } = match;
  const { phase, score } = round;
  const clock = phase === "play" && match.clock > 0 && (
    <RoundClock ends={round.ends} limit={match.clock} onEnd={played.timeUp} />
  );
  if (opponent === null) {
    return <Goal position={position}>{clock}</Goal>;
  }
  // The opponent sulks once the player has hit the target.
  const hit = phase !== "over" && round.made?.value === round.target;
  const mood = score ? moodOf(score.theirs, score.mine) : hit ? "sulking" : phase === "play" ? "waiting" : "greedy";
  return (
    <Side
      side="theirs"
      name={t(`match.opponent.${opponent}`)}
      total={totals(match).theirs}
      face={<Face who={faceOf(opponent)} mood={mood} />}
    >
      <Target position={position} />
      {clock}
    </Side>
  );
}

/** A round of a match: the numbers, the declaration, and its score. */
export function Duel({ id, match, round }: { id: string; match: Match; round: MatchRound }): JSX.Element {
  const game = usePosition<PursuitDescribed>(id, { rules: RULES, nameMove: prettyMove });
  const { position } = game;
  useRound(position, round);
  return (
    <div class={`pursuit-duel ${round.phase === "over" ? "" : "live"}`}>
      <PageTitle text={t("match.round", { number: match.rounds.indexOf(round) + 1, length: match.length })}>
        <Button icon="close" bare text={t("match.leave")} look="quiet" href="/pursuit/match" />
      </PageTitle>
      {position !== null ? (
        <Round game={game} position={position} match={match} round={round} />
      ) : game.error ? (
        <ErrorNote error={game.error} home="/pursuit/match" onRetry={game.again} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** The stage of a round. */
function Round(props: Omit<Table, "played"> & { game: GameState<PursuitDescribed> }): JSX.Element {
  const { game, match, round, position } = props;
  const { phase } = round;
  const played = playedOf(position, round);
  const { answer, onAnswer } = played;
  const open = phase === "play" || phase === "show";
  const bench = useBench(game, position, open);
  const stage = useRef<HTMLDivElement>(null);
  useFlights(stage, position.start, position.moves, () => mergeOf(bench.slots));
  useShortcuts([{ key: "d", label: answer, run: onAnswer, disabled: !open }]);
  const judged = useJudged(match, round);
  const [fresh] = useState(phase !== "over");
  const result = useResult(round.start, phase === "over");
  const table = { match, round, position, played };
  return (
    <>
      <Stage
        stage={stage}
        mine={<Mine {...table} />}
        theirs={<Theirs {...table} />}
        rope={<Way position={position} />}
        say={
          game.error ? (
            <ErrorNote error={game.error} onDismiss={game.dismiss} />
          ) : result.closed ? (
            <ResultButton onOpen={result.open} />
          ) : (
            open && (
              <>
                {phase === "show" && <Declared match={match} round={round} />}
                <Working position={position} bench={bench} />
              </>
            )
          )
        }
        bar={open ? <GameBar game={game} projector /> : null}
        result={
          result.shown ? (
            <Outcome match={match} round={round} live={judged} fresh={fresh} onClose={result.close} />
          ) : null
        }
      >
        {phase === "declare" ? (
          <div class="stage-fill centred">
            <Declaration round={round} numbers={position.numbers} onDeclare={played.declare} />
          </div>
        ) : (
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
                <Working position={position} bench={bench} />
                <Standing match={match} />
                {open && <Button text={answer} look="primary" keys="d" onClick={onAnswer} />}
              </>
            }
          >
            <Workbench position={position} bench={bench} />
          </Projector>
        )}
      </Stage>
      {judged.result && <After match={match} round={round} found={judged.result} />}
    </>
  );
}
