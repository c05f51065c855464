import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Celebration } from "../../components/after/Celebration";
import { Clues } from "../../components/after/Clues";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Icon } from "../../components/Icon";
import { PageTitle } from "../../components/PageTitle";
import { Projector, ProjectorScore } from "../../components/Projector";
import type { PursuitDescribed, PursuitRules, Solution } from "../../generated/api";
import { announce } from "../../lib/announce";
import { useHints } from "../../lib/hints";
import { list, num, t } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { useSlow } from "../../lib/slow";
import { useLive } from "../../lib/solver";
import { useStore } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { Answers } from "./Answers";
import { Clock } from "./Clock";
import { useDealing } from "./dealing";
import { HintNote } from "./HintNote";
import { OPERATORS, prettyMove, SIGNS, STOP, standing } from "./model";
import { Notebook } from "./Notebook";
import { Result } from "./Result";
import { beginRound, finishRound, noteHelp, type Outcome, type Round, rounds } from "./rounds";
import { Sitting } from "./Sitting";
import { settings } from "./settings";
import { Closest, Target } from "./Target";
import { Typed } from "./Typed";
import { Workbench } from "./Workbench";

type Game = GameState<PursuitDescribed>;

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

/** Notes a game in the sitting, and says what has happened in it; returns the id of a position that a move has hit. */
function useNoted(position: PursuitDescribed | null): string | null {
  const [hit, setHit] = useState<string | null>(null);
  const last = useRef<PursuitDescribed | null>(null);
  // Before it is shown: what came of a game stands above the board, which would move.
  useLayoutEffect(() => {
    if (position === null || last.current?.id === position.id) {
      return;
    }
    const before = last.current;
    last.current = position;
    beginRound(position.start, position.target, settings.get().clock, false);
    const arrived = before?.start !== position.start;
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
    if (position.distance === 0 || position.stopped) {
      // A link may show a game that was finished elsewhere.
      const counted = !arrived || position.steps.length === 0;
      finishRound(position.start, outcomeOf(position, position.distance === 0 ? "hit" : "content", counted));
    }
    if (position.distance === 0 && !arrived && before && before.steps.length < position.steps.length) {
      setHit(position.id);
    }
  }, [position?.id]);
  return hit;
}

function outcomeOf({ distance, distance_text }: PursuitDescribed, by: Outcome["by"], counted: boolean): Outcome {
  return { distance, distance_text, by, counted };
}

/** Moves the focus to the result, when the game on the table ends and the focus was on what is gone with it. */
function useFocusOnResult(start: string | null, round: Round | undefined): void {
  const isOver = round?.outcome?.counted === true;
  const wasOver = useRef({ start, isOver });
  useLayoutEffect(() => {
    if (isOver && !wasOver.current.isOver && wasOver.current.start === start) {
      focusIfLost("#pursuit-result");
    }
    wasOver.current = { start, isOver };
  }, [start, isOver]);
}

/** The target, the best so far, and the clock. */
function Head(props: { position: PursuitDescribed; round: Round | undefined; onTimeUp: () => void }): JSX.Element {
  const { position, round } = props;
  return (
    <div class="pursuit-head">
      <Target position={position} />
      <div class="pursuit-best">
        <span class="pursuit-label">{t("pursuit.closest")}</span>
        {position.answer_expression === null ? (
          <span class="pursuit-best-line">{standing(position)}</span>
        ) : (
          <Closest position={position} />
        )}
      </div>
      {round && round.limit > 0 && <Clock key={round.start} round={round} onEnd={props.onTimeUp} />}
    </div>
  );
}

/** The numbers, the signs, and what was made of them; they can fill the screen. */
function Desk({ game, position }: { game: Game; position: PursuitDescribed }): JSX.Element {
  return (
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
  );
}

/** The buttons below the numbers, and below them, so that they stay where they are, the hints that one of them asks for. */
function Actions(props: {
  game: Game;
  position: PursuitDescribed;
  onNext: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const { game, position } = props;
  const { hints: mode } = useSwitches();
  const hints = useHints(position.id, mode);
  const wanted = hints.wantsMove ? position.id : undefined;
  const hint = useLive<Solution>(wanted === undefined ? null : "/hint", { id: wanted }, { delay: 0 });
  const hit = position.distance === 0;
  const ask = (): void => {
    if (hit) {
      announce(t("pursuit.standing.hit", { value: num(position.answer_text) }));
    } else {
      noteHelp(position.start);
      hints.ask();
    }
  };
  return (
    <>
      <GameBar
        game={game}
        onHint={mode === "off" ? undefined : ask}
        hintLabel={hints.label}
        hintBusy={hint.running || hints.live.running}
        onNew={props.onNext}
        projector
      >
        {props.children}
      </GameBar>
      {!hit && mode === "steps" && !hints.wantsMove && <Clues game={position.game} hints={hints} />}
      {hints.wantsMove && !hit && <HintNote game={game} position={position} live={hint} />}
    </>
  );
}

/** Beside the board: what was made so far, the sitting, and ways to other pages. */
function Aside({ position }: { position: PursuitDescribed }): JSX.Element {
  return (
    <aside class="stack">
      <div class="card stack">
        {position.steps.length === 0 ? <p class="muted">{t("pursuit.howTo")}</p> : <Notebook position={position} />}
        <p class="muted pursuit-keys no-print">{t("pursuit.keys")}</p>
      </div>
      <Sitting start={position.start} />
      <p>
        <a href="/pursuit">{t("pursuit.toStart")}</a>
        {"\u00a0· "}
        <a href="/pursuit/odds">{t("pursuit.toOdds")}</a>
      </p>
    </aside>
  );
}

/** A game: the numbers, the target, and everything that can be done and known. */
export function Table({ id }: { id: string }): JSX.Element {
  const game = usePosition<PursuitDescribed>(id, {
    nameMove: (move) => (move === STOP ? t("pursuit.content") : prettyMove(move)),
  });
  const { position } = game;
  const start = position?.start ?? null;
  const round = useStore(rounds).find((one) => one.start === start);
  const dealing = useDealing();
  const slow = useSlow(game.loading && position !== null);
  const hit = useNoted(position);
  useFocusOnResult(start, round);

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

  const outcome = round?.outcome ?? null;
  const end = (by: Outcome["by"]): void => finishRound(position.start, outcomeOf(position, by, true));
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
          <div class={`card pursuit-table${position.distance === 0 ? " hit" : ""}`}>
            {hit === position.id && (
              <Celebration key={position.id} game={position.game} won perfect={false} paper="always" />
            )}
            <Head position={position} round={round} onTimeUp={timeUp} />
            {outcome !== null && (
              <Result
                position={position}
                outcome={outcome}
                busy={dealing.busy}
                onNext={next}
                onTry={(number) => void game.goTo(number - 1)}
              />
            )}
            <Desk game={game} position={position} />
            {game.error && <ErrorNote error={game.error} onDismiss={game.dismiss} />}
            {slow && <Busy inline label={t("after.waiting")} />}
            <Actions game={game} position={position} onNext={next}>
              {outcome === null && (
                <button type="button" class="button worded" onClick={() => end("content")}>
                  <Icon name="check" />
                  {t("pursuit.content")}
                </button>
              )}
            </Actions>
            <Typed key={position.start} game={game} position={position} />
            {dealing.busy && <Busy label={t("pursuit.dealing")} asked={dealing} onCancel={dealing.cancel} />}
            {dealing.error && <ErrorNote error={dealing.error} onRetry={dealing.deal} />}
          </div>
        </div>
        <Aside position={position} />
      </div>
      <Answers key={position.start} game={game} position={position} over={outcome !== null} />
    </>
  );
}
