import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Celebration } from "../../components/after/Celebration";
import { Clues } from "../../components/after/Clues";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import { Projector, ProjectorScore } from "../../components/Projector";
import { useResult } from "../../components/stage/closing";
import { Face, FIRST, type Mood } from "../../components/stage/Face";
import { useFlights } from "../../components/stage/flights";
import { ResultButton } from "../../components/stage/Result";
import { Side, Stage } from "../../components/stage/Stage";
import type { PursuitDescribed, PursuitRules, Solution } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { announce } from "../../lib/announce";
import { useHints } from "../../lib/hints";
import { list, num, t } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { useShortcuts } from "../../lib/shortcuts";
import { useSlow } from "../../lib/slow";
import { useLive } from "../../lib/solver";
import { useStore } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { Answers } from "./Answers";
import { Clock } from "./Clock";
import { DealFields } from "./DealFields";
import { useDealing } from "./dealing";
import { OPERATORS } from "./expressions";
import { HintNote } from "./HintNote";
import { prettyMove, SIGNS, standing } from "./model";
import { Notebook } from "./Notebook";
import { RESULT, Result } from "./Result";
import { beginRound, finishRound, noteHelp, type Outcome, type Round, removeClock, rounds } from "./rounds";
import { RULES, STOP } from "./rules";
import { Sitting } from "./Sitting";
import { settings } from "./settings";
import { mergeOf } from "./slots";
import { Goal, Way } from "./Target";
import { Typed } from "./Typed";
import { useBench, Workbench, Working } from "./Workbench";

type Game = GameState<PursuitDescribed>;

/** Return the rules of a game in sentences. */
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

/**
 * Record a game in this sitting's score, and announce the deal and a hit. Return the id of the position in which a move
 * hit the target.
 */
function useNoted(position: PursuitDescribed): string | null {
  const [hit, setHit] = useState<string | null>(null);
  const last = useRef<PursuitDescribed | null>(null);
  // Use a layout effect: after an ordinary effect, the result would appear above the board and push it down.
  useLayoutEffect(() => {
    if (last.current?.id === position.id) {
      return;
    }
    const before = last.current;
    last.current = position;
    beginRound(position.start, position.target, settings.get().clock, false);
    const arrived = before?.start !== position.start;
    if (arrived) {
      if (before !== null) {
        // Reset the focus and the scrolling, since the button that dealt is gone and the page may be scrolled down.
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
    if (position.distance === 0 || position.stopped) {
      // Do not count a game that was finished elsewhere and is opened by a link.
      const counted = !arrived || position.steps.length === 0;
      finishRound(position.start, outcomeOf(position, position.distance === 0 ? "hit" : "content", counted));
    }
    if (position.distance === 0 && !arrived && before && before.steps.length < position.steps.length) {
      setHit(position.id);
    }
  }, [position.id]);
  return hit;
}

function outcomeOf({ distance, distance_text }: PursuitDescribed, by: Outcome["by"], counted: boolean): Outcome {
  return { distance, distance_text, by, counted };
}

/** Move the focus to the result if the game ends and the focused element has disappeared. */
function useFocusOnResult(start: string, round: Round | undefined): void {
  const isOver = round?.outcome?.counted === true;
  const wasOver = useRef({ start, isOver });
  useLayoutEffect(() => {
    if (isOver && !wasOver.current.isOver && wasOver.current.start === start) {
      focusIfLost(`#${RESULT}`);
    }
    wasOver.current = { start, isOver };
  }, [start, isOver]);
}

/** Return the player's mood after the last step, or at the end of the game. */
function moodOf(position: PursuitDescribed, outcome: Outcome | null): Mood {
  if (position.distance === 0) {
    return "glad";
  }
  if (outcome !== null) {
    return outcome.distance <= LIMITS.away ? "waiting" : "sulking";
  }
  return position.steps.at(-1)?.texts[2] === position.answer_text ? "glad" : "waiting";
}

/** The player's side of the stage: the closest number so far, the button that declares it, and the steps. */
function Mine(props: { position: PursuitDescribed; outcome: Outcome | null; onAnswer: () => void }): JSX.Element {
  const { position, outcome } = props;
  return (
    <Side
      side="mine"
      name={t("match.you")}
      total={position.answer_text}
      face={<Face who={FIRST} mood={moodOf(position, outcome)} />}
      note={t("pursuit.closest")}
    >
      {outcome === null && (
        <Button icon="check" text={t("pursuit.content")} look="pursuit-declare no-print" onClick={props.onAnswer} />
      )}
      <Notebook position={position} />
    </Side>
  );
}

/** The part below the stage. It has answers about the deal, the rules, the score of this sitting, and links. */
function Below(props: { game: Game; position: PursuitDescribed; over: boolean }): JSX.Element {
  const { game, position, over } = props;
  return (
    <div class="below">
      <Answers key={position.start} game={game} position={position} over={over} />
      <aside class="stack">
        <p>
          {t("pursuit.howTo")} {ruleSentences(position.rules)}
        </p>
        <p class="muted pursuit-keys no-print">{t("pursuit.keys")}</p>
        <Sitting start={position.start} />
        <p>
          <a href="/pursuit/odds">{t("pursuit.toOdds")}</a>
        </p>
      </aside>
    </div>
  );
}

/** A game, shown once its position has loaded. */
export function Table({ id }: { id: string }): JSX.Element {
  const game = usePosition<PursuitDescribed>(id, {
    rules: RULES,
    nameMove: (move) => (move === STOP ? t("pursuit.content") : prettyMove(move)),
  });
  if (game.position !== null) {
    return <Board game={game} position={game.position} />;
  }
  return (
    <>
      <PageTitle text={t("pursuit.title")} />
      {game.error ? <ErrorNote error={game.error} home="/pursuit" onRetry={game.again} /> : <Loading />}
    </>
  );
}

/** The stage with the numbers and the target, and all actions and answers. */
function Board({ game, position }: { game: Game; position: PursuitDescribed }): JSX.Element {
  const { start } = position;
  const round = useStore(rounds).find((one) => one.start === start);
  const outcome = round?.outcome ?? null;
  const dealing = useDealing();
  const hit = useNoted(position);
  useFocusOnResult(start, round);
  const bench = useBench(game, position);
  const stage = useRef<HTMLDivElement>(null);
  useFlights(stage, start, position.moves, () => mergeOf(bench.slots));
  const { hints: mode } = useSwitches();
  const way = useHints(position.id, mode);
  const hint = useLive<Solution>(way.wantsMove ? "/hint" : null, { id: position.id });
  const slow = useSlow(game.loading);
  const result = useResult(start, outcome !== null && game.error === null);
  const [typing, setTyping] = useState(false);
  const type = (): void => setTyping(true);
  useShortcuts([{ key: "=", label: t("pursuit.key.type"), run: type }]);

  const [ended, setEnded] = useState<string | null>(null);
  const end = (by: Outcome["by"]): void => {
    setEnded(start);
    finishRound(start, outcomeOf(position, by, true));
  };
  const next = (): void => {
    if (position.steps.length > 0) {
      end("left");
    }
    dealing.deal();
  };
  const timeUp = (): void => {
    end("clock");
    announce(`${t("pursuit.clock.up")} ${standing(position)}`, true);
  };
  const ask = (): void => {
    if (position.distance === 0) {
      announce(t("pursuit.standing.hit", { value: num(position.answer_text) }));
    } else {
      noteHelp(start);
      way.ask();
    }
  };
  const backToBoard = (): void => {
    setTyping(false);
    document.querySelector<HTMLElement>("[data-card]")?.focus({ preventScroll: true });
  };
  const more = (
    <>
      <Button icon="edit" text={t("pursuit.typed.label")} keys="=" onClick={type} />
      {round && round.limit > 0 && outcome === null && (
        <Button
          icon="close"
          text={t("pursuit.clock.remove")}
          onClick={() => {
            removeClock(start);
            backToBoard();
          }}
        />
      )}
    </>
  );
  return (
    <>
      <PageTitle text={t("pursuit.table.title", { target: num(position.target) })} />
      <Stage
        stage={stage}
        mine={<Mine position={position} outcome={outcome} onAnswer={() => end("content")} />}
        theirs={
          <Goal position={position}>
            {round && round.limit > 0 && <Clock key={start} round={round} onEnd={timeUp} />}
          </Goal>
        }
        rope={<Way position={position} />}
        say={
          game.error ? (
            <ErrorNote error={game.error} onDismiss={game.dismiss} />
          ) : dealing.error ? (
            <ErrorNote error={dealing.error} onRetry={dealing.deal} />
          ) : dealing.asked ? (
            <Busy label={t("pursuit.dealing")} asked={dealing.asked} onCancel={dealing.stop} />
          ) : slow ? (
            <Busy inline label={t("after.waiting")} />
          ) : typing ? (
            <Typed key={start} game={game} position={position} onClose={backToBoard} />
          ) : bench.warning !== null ? (
            <Working position={position} bench={bench} />
          ) : way.asked > 0 && position.distance > 0 ? (
            way.wantsMove ? (
              <HintNote game={game} position={position} live={hint} />
            ) : (
              <Clues game={position.game} hints={way} />
            )
          ) : result.closed ? (
            <ResultButton onOpen={result.open} />
          ) : (
            <Working position={position} bench={bench} />
          )
        }
        bar={
          <GameBar
            game={game}
            onHint={mode === "off" ? undefined : ask}
            hintLabel={way.label}
            hintBusy={hint.running || way.live.running}
            onNew={next}
            projector
            more={more}
            settings={
              <>
                <p class="muted">{t("pursuit.forNext")}</p>
                <DealFields />
              </>
            }
          />
        }
        result={
          result.shown && outcome ? (
            <>
              {hit === position.id && (
                <Celebration key={position.id} game={position.game} won perfect={false} paper="always" />
              )}
              <Result
                position={position}
                outcome={outcome}
                fresh={ended === start || hit === position.id}
                busy={dealing.asked !== null}
                onNext={next}
                onTry={(number) => {
                  result.close();
                  void game.goTo(number - 1);
                }}
                onClose={result.close}
              />
            </>
          ) : null
        }
      >
        <Projector
          scores={
            <>
              <ProjectorScore label={t("pursuit.target")} value={num(position.target)} tone="player" />
              {position.answer_expression !== null && (
                <ProjectorScore label={t("pursuit.closest")} value={num(position.answer_text)} />
              )}
            </>
          }
          said={
            <>
              <Working position={position} bench={bench} />
              <span>{standing(position)}</span>
            </>
          }
        >
          <Workbench position={position} bench={bench} />
        </Projector>
      </Stage>
      <Below game={game} position={position} over={outcome !== null} />
    </>
  );
}
