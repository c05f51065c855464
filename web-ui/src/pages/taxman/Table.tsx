import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Clues } from "../../components/after/Clues";
import { useFinished } from "../../components/after/finished";
import { LateCurve } from "../../components/after/LateCurve";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Late } from "../../components/Late";
import { Projector, ProjectorScore } from "../../components/Projector";
import { useResult } from "../../components/stage/closing";
import { useFlights } from "../../components/stage/flights";
import { ResultButton } from "../../components/stage/Result";
import { Stage } from "../../components/stage/Stage";
import { type AimStore, NOTHING, useAim } from "../../components/tiles/aim";
import { type Finding, FindTicket, findingText } from "../../components/tiles/Find";
import { asksFirst } from "../../components/tiles/press";
import type { TaxmanDescribed, TaxmanPreview, TaxmanTurn } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { query } from "../../lib/place";
import type { GameState } from "../../lib/position";
import { navigate, positionPath, setQuery } from "../../lib/router";
import { useStart } from "../../lib/start";
import { useMedia } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { type Hinting, useHinting } from "./hinting";
import { Legend } from "./Legend";
import { Price } from "./Price";
import { BEST, PLAYS } from "./players";
import { useTaxmanPress } from "./pressing";
import { flightsOf } from "./records";
import { turnsOf } from "./rules";
import { Player, Scores, Taxman } from "./Scores";
import { Options, Side, useChosen } from "./Side";
import { Ticket } from "./Ticket";
import { Tiles, told } from "./Tiles";
import { useTaking, useTaxFinding } from "./taking";
import { Verdict } from "./Verdict";

/** Maximum size of a pot for which all moves of a finished game are reviewed automatically. */
const QUICK = 150;

const comparison = async () => (await import("./Compare")).Compare;

type Game = GameState<TaxmanDescribed>;

/** The text shown while no tile is aimed at: an error, a sign of waiting, a hint, or the latest move. */
function Message(props: {
  game: Game;
  position: TaxmanDescribed;
  finding: Finding;
  hinting: Hinting;
  last: TaxmanTurn | undefined;
}): ComponentChildren {
  const { game, finding, hinting, last } = props;
  const switches = useSwitches();
  const coarse = useMedia("(pointer: coarse)");
  const start = useStart();
  const how = coarse ? "taxman.beginTouch" : "taxman.begin";
  const problem = game.error ?? finding.error;
  if (problem) {
    return <ErrorNote error={problem} {...(game.error && { onDismiss: game.dismiss })} />;
  }
  if (hinting.way.asked > 0 && switches.hints === "steps" && !hinting.way.wantsMove) {
    return <Clues game={props.position.game} hints={hinting.way} />;
  }
  if (hinting.looking) {
    return hinting.error ? (
      <ErrorNote error={hinting.error} onRetry={hinting.again} />
    ) : (
      <Busy inline label={t("taxman.hint.looking")} />
    );
  }
  return last ? (
    <>
      {told(last)} <span>{t("taxman.told.scores", { player: last.player, taxman: last.taxman })}</span>
    </>
  ) : (
    t(start ? "taxman.lead" : switches.findDivisors ? "classroom.find.begin" : how)
  );
}

/** The part below the stage: the meaning of the colours, the course of a finished game, and a comparison. */
function Below(props: {
  game: Game;
  position: TaxmanDescribed;
  /** The strategy to compare with, if one was chosen. */
  compare: string | null;
  /** Set if the comparison was requested here instead of by a link. */
  compares: boolean;
  /** The finished game, even while the player steps through it; null before the end. */
  ended: TaxmanDescribed | null;
  aim: AimStore;
  focus: (number: number | null) => void;
}): JSX.Element {
  const { game, position, compare, ended, focus } = props;
  const switches = useSwitches();
  return (
    <div class="stack">
      {ended !== null && switches.best && ended.moves.length > 0 && (
        <LateCurve
          id={ended.id}
          at={position.moves.length}
          waits={position.tiles.length > QUICK}
          name={(move) => move}
          onGo={(k) => void game.goTo(k)}
          onBest={(move) => props.aim.set({ ...NOTHING, hint: move === null ? null : Number(move) })}
          onTry={(move) => void game.goTo(move.number - 1).then(() => focus(Number(move.move)))}
        />
      )}
      {compare !== null && (
        <Late
          part={comparison}
          with={{
            id: position.id,
            strategy: compare,
            onChoose: (name) => setQuery({ compare: name }),
            fresh: props.compares,
            onClose: () => {
              setQuery({ compare: null });
              focus(null);
            },
          }}
        />
      )}
      <Legend />
    </div>
  );
}

/** If useless numbers are set to stay until the end, change the URL to the same game under this rule. */
function useRestAtEnd(position: TaxmanDescribed): void {
  const { restAtEnd } = useSwitches();
  useEffect(() => {
    if (restAtEnd && position.variant !== "end") {
      const moves = position.id.slice(position.start.length);
      navigate(positionPath(`${position.start}~end${moves}`) + query(), { replace: true });
    }
  }, [restAtEnd, position.id]);
}

/** Return the data that the board needs; there are no previews if the cost of moves is hidden, as `blind` says. */
function useFacts(position: TaxmanDescribed, blind: boolean) {
  const legal = useMemo(() => new Set(position.legal.map(Number)), [position]);
  const previews = useMemo(
    () =>
      new Map<number, TaxmanPreview>(blind ? [] : (position.previews ?? []).map((preview) => [preview.take, preview])),
    [position, blind],
  );
  const moves = useMemo(() => position.moves.map(Number), [position]);
  const turns = useMemo(() => turnsOf(position), [position]);
  return { legal, previews, moves, turns, last: turns.at(-1) };
}

/** The board, and all other parts that show its position. */
export function Table(props: { game: Game; position: TaxmanDescribed; compare: string | null }): JSX.Element {
  const { game, position } = props;
  const board = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const switches = useSwitches();
  const chosen = useChosen();
  const showsBest = chosen.best && switches.best;
  const blind = !switches.previews || switches.findDivisors;
  const { legal, previews, moves, turns, last } = useFacts(position, blind);
  const aim = useAim(position.id);
  const ended = useFinished(game);
  const hinting = useHinting(position, aim, showsBest || (ended !== null && switches.best));
  const { best } = hinting;
  const { finished, take } = useTaking(game, aim);
  const finding = useTaxFinding(position, take);
  // Set if the comparison was requested here instead of by a link.
  const [compares, setCompares] = useState(false);
  const result = useResult(position.id, position.over && game.error === null);
  useRestAtEnd(position);
  useFlights(stage, position.start, position.moves, () => flightsOf(last));

  /** Move the focus to the tile with a number; if `number` is null, move it to the tile that the Tab key reaches. */
  const focusTile = (number: number | null): void => {
    const which = number === null ? '[tabindex="0"]' : `[data-number="${number}"]`;
    board.current?.querySelector<HTMLElement>(which)?.focus({ preventScroll: true });
  };
  const press = useTaxmanPress({
    position,
    legal,
    last: last?.take,
    aim,
    finding: switches.findDivisors ? finding : null,
    asks: (how) => asksFirst(chosen.asks, how),
    take,
    focus: focusTile,
  });
  const message = <Message {...{ game, position, finding, hinting, last }} />;
  const shown = { tiles: position.tiles, scores: position.scores.map(Number), over: position.over, last };

  return (
    <>
      <Stage
        stage={stage}
        mine={<Player {...shown} name={t("taxman.you")} moves={moves} />}
        theirs={<Taxman {...shown} />}
        rope={<Scores {...shown} best={showsBest ? best : null} />}
        say={
          result.closed ? (
            <ResultButton onOpen={result.open} />
          ) : finding.number !== null ? (
            <FindTicket finding={finding} board={board} />
          ) : (
            <Ticket
              position={position}
              previews={previews}
              blind={blind}
              aim={aim}
              board={board}
              message={message}
              urgent={game.error !== null}
              area={hinting.area}
              hint={hinting.text}
              price={(number) =>
                hinting.kept !== null && <Price position={position} number={number} best={hinting.kept} />
              }
              onTake={(number) => {
                // Move the focus to the tile, since the button with the focus disappears.
                focusTile(number);
                take(number);
              }}
            />
          )
        }
        bar={
          <GameBar
            game={game}
            newHref="/taxman"
            projector
            hintBusy={hinting.busy}
            hintLabel={hinting.way.label}
            onHint={hinting.ask ?? undefined}
            settings={<Options chosen={chosen} />}
          />
        }
        result={
          result.shown ? (
            <Verdict
              key={position.id}
              position={position}
              best={best}
              fresh={finished === position.id}
              onReplay={() => setQuery({ replay: BEST, step: PLAYS, compare: null }, { push: true })}
              onAgain={() => void game.restart().then(() => focusTile(null))}
              onClose={result.close}
            />
          ) : null
        }
      >
        <div class="stage-fill centred" ref={board}>
          <Projector
            scores={
              <>
                <ProjectorScore label={t("taxman.you")} value={num(position.scores[0] ?? 0)} tone="player" />
                <ProjectorScore label={t("taxman.taxman")} value={num(position.scores[1] ?? 0)} tone="opponent" />
                {showsBest && best.proven && <ProjectorScore label={t("taxman.best")} value={num(best.lower ?? 0)} />}
              </>
            }
            said={position.over ? t("taxman.over") : finding.number === null ? message : findingText(finding)}
          >
            <Tiles
              tiles={position.tiles}
              legal={legal}
              previews={previews}
              moves={moves}
              label={t("taxman.board", { count: position.tiles.length })}
              onPress={press}
              onPoint={(number) => {
                // Ignore the pointer while it rests on the number just taken, so that the cost of the move is shown.
                aim.set({ ...aim.get(), hover: number === last?.take ? null : number });
              }}
              onReach={(number) => aim.set({ ...aim.get(), pin: number })}
            />
          </Projector>
        </div>
      </Stage>
      <div class="below">
        <Below {...{ game, position, compares, ended, aim }} compare={props.compare} focus={focusTile} />
        <Side
          {...{ game, position, turns }}
          best={showsBest && !position.over ? best : null}
          onCompare={(name) => {
            setCompares(true);
            setQuery({ compare: name });
          }}
        />
      </div>
    </>
  );
}
