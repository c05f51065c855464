import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Clues } from "../../components/after/Clues";
import { useFinished } from "../../components/after/finished";
import { LateCurve } from "../../components/after/LateCurve";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import { Projector } from "../../components/Projector";
import { useResult } from "../../components/stage/closing";
import { useFlights } from "../../components/stage/flights";
import { ResultButton } from "../../components/stage/Result";
import { Stage } from "../../components/stage/Stage";
import { type AimStore, NOTHING, useAim } from "../../components/tiles/aim";
import { FindTicket, findingText, useFinding } from "../../components/tiles/Find";
import { asksFirst, usePress } from "../../components/tiles/press";
import { fromTurnToTurn, useAgain, useReply, useSaid } from "../../components/two/playing";
import { Said } from "../../components/two/Said";
import { BothScores } from "../../components/two/Seat";
import { readSeats, type Seats, sides } from "../../components/two/seats";
import { label, mayMove, turn } from "../../components/two/words";
import type { FactorgameDescribed, FactorReply } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import type { Route } from "../../lib/router";
import { BY_LINK } from "../../lib/sending";
import { useMedia } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { type Hinting, useHinting } from "./hinting";
import { Over } from "./Over";
import { RULES } from "./rules";
import { Scores, Seat } from "./Scores";
import { Options, Side, useChosen } from "./Side";
import { Ticket } from "./Ticket";
import { Legend, type Shown, Tiles } from "./Tiles";
import { flightsOf, lastMove, standText, tileText, titleOf } from "./words";
import { costsOf, QUICK, useComment, useWorth } from "./worth";

type Game = GameState<FactorgameDescribed>;
type Reply = ReturnType<typeof useReply<FactorReply>>;

const FIND = { begin: "factor.find.begin", how: "factor.find.how" } as const;

/** Return whether a history entry was made by a move that the opponent could not prove to be best. */
function isUnproven(state: unknown): boolean {
  return typeof state === "object" && state !== null && "unproven" in state;
}

/** Selector of the tile that the Tab key reaches. */
const REACHED = '.tiles-tile[tabindex="0"]';

/** A game, shown once its position has loaded. */
export function Table({ route, id }: { route: Route; id: string }): JSX.Element {
  const game = usePosition<FactorgameDescribed>(id, { rules: RULES });
  const { position } = game;
  return (
    <div class="factor">
      <PageTitle
        text={position === null ? t("factor.title") : titleOf(position)}
        {...(position !== null && { lead: t("factor.lead") })}
      />
      {position !== null ? (
        <Board game={game} record={position} route={route} />
      ) : game.error ? (
        <ErrorNote error={game.error} home="/factorgame" onRetry={game.again} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** The text shown while no number is aimed at: an error, a hint, or the latest move and the player to move. */
function Message(props: {
  game: Game;
  record: FactorgameDescribed;
  seats: Seats;
  reply: Reply;
  hinting: Hinting;
  comment: string;
  mine: boolean;
}): JSX.Element {
  const { game, record, seats, reply, hinting, mine } = props;
  const { hints, findDivisors } = useSwitches();
  const steps = hints === "steps";
  const coarse = useMedia("(pointer: coarse)");
  if (game.error) {
    return <ErrorNote error={game.error} onDismiss={game.dismiss} />;
  }
  if (reply.error) {
    return <ErrorNote error={reply.error} onRetry={reply.again} home="/factorgame" />;
  }
  if (hinting.error) {
    return <ErrorNote error={hinting.error} onRetry={hinting.again} />;
  }
  if (steps && hinting.way.asked > 0 && !hinting.way.wantsMove) {
    return <Clues game={record.game} hints={hinting.way} />;
  }
  if (hinting.looking) {
    return <Busy inline label={t("factor.hint.looking")} />;
  }
  return (
    <Said
      record={record}
      seats={seats}
      move={lastMove(record, seats)}
      comment={props.comment}
      mine={mine}
      waits={!record.over && !mine}
      how={t(findDivisors ? FIND.begin : coarse ? "factor.howTouch" : "factor.how")}
      lead={t("factor.lead")}
    />
  );
}

/** The part below the stage: the course of a finished game, and the meaning of the colours. */
function Below(props: {
  game: Game;
  record: FactorgameDescribed;
  seats: Seats;
  /** The finished game, even while the player steps through it; null before the end. */
  ended: FactorgameDescribed | null;
  aim: AimStore;
  focus: (number: number) => void;
}): JSX.Element {
  const { game, record, seats, ended } = props;
  const { best } = useSwitches();
  return (
    <div class="stack">
      {ended !== null && best && ended.moves.length > 0 && (
        <LateCurve
          id={ended.id}
          at={record.moves.length}
          second={seats.me === 1}
          waits={record.n > QUICK}
          name={(move) => move}
          who={(player) => label(seats, player === 0 ? 0 : 1)}
          mine={({ player }) => seats.me === null || player === seats.me}
          onGo={(k) => void game.goTo(k)}
          onBest={(move) => props.aim.set({ ...NOTHING, hint: move === null ? null : Number(move) })}
          onTry={({ number, move }) => void game.goTo(number - 1).then(() => props.focus(Number(move)))}
        />
      )}
      <Legend seats={seats} />
    </div>
  );
}

/** Return the details that the tiles show. Costs are included only if `open`, `told` and `wanted` are all set. */
function useShown(record: FactorgameDescribed, open: boolean, told: boolean, wanted: boolean): Shown {
  const worth = useWorth(open && told && wanted ? record.id : null);
  const { previews, findDivisors } = useSwitches();
  return { gains: previews && !findDivisors, costs: costsOf(worth.result) };
}

/** The board, and all other parts that show its position. */
function Board({ game, record, route }: { game: Game; record: FactorgameDescribed; route: Route }): JSX.Element {
  const seats = readSeats(route.query);
  // While a position loads, the page still shows the previous one, in which nobody may move.
  const current = record.id === route.id;
  const board = useRef<HTMLDivElement>(null);
  const switches = useSwitches();
  const chosen = useChosen();
  const aim = useAim(record.id);
  const ended = useFinished(game);
  // Nobody may move while the player steps through a finished game.
  const playing = current && (ended === null || record.over);
  const reply = useReply<FactorReply>(playing ? record : null, seats, "/factorgame/reply");
  const mine = mayMove(record, seats);
  const open = mine && current;
  // A teacher's link may hide the worth of moves from a class.
  const told = switches.previews && switches.best && switches.hints !== "off";
  const shown = useShown(record, open, told, chosen.advised);
  const judged = useComment(chosen.comments && switches.best ? record : null, seats);
  // If a perfect opponent could not prove that its move is best, the page says so.
  const guessed = seats.opponent === "perfect" && current && isUnproven(history.state);
  const comment = [judged, guessed && t("factor.comment.unproven")].filter(Boolean).join(" ");
  useEffect(() => announce(comment), [comment]);
  const hinting = useHinting(record, open, aim);
  const finished = useSaid(playing ? record : null, seats, route, {
    move: () => lastMove(record, seats),
    outcome: () => standText(record, seats),
  });
  const again = useAgain(record, seats, { focus: REACHED, board: ".factor-scores" });

  const focusTile = (number: number): void =>
    board.current?.querySelector<HTMLElement>(`[data-number="${number}"]`)?.focus({ preventScroll: true });
  const take = (number: number): void => void game.play(String(number));
  const last = record.turns.at(-1)?.number;
  const finding = useFinding({
    id: record.id,
    words: FIND,
    isOpen: (number) => record.tiles[number - 1]?.player == null,
    divisorsOf: async (number) => record.options.find((one) => one.number === number)?.given ?? [],
    onTake: take,
  });
  const finds = switches.findDivisors && open;
  const press = usePress({
    legal: new Set(open ? record.options.map(({ number }) => number) : []),
    last,
    aim,
    describe: (number) => tileText(record, seats, number, shown.gains),
    asks: (how) => asksFirst(chosen.asks, how),
    take,
    focus: focusTile,
  });
  const marks = finds && finding.number !== null;
  const problem = game.error ?? reply.error ?? hinting.error;
  const stage = useRef<HTMLDivElement>(null);
  useFlights(stage, record.start, record.moves, () => flightsOf(record, seats));
  const result = useResult(record.id, record.over && problem === null);
  const [near, far] = sides(seats);

  return (
    <>
      <Stage
        stage={stage}
        mine={<Seat record={record} seats={seats} player={near} />}
        theirs={<Seat record={record} seats={seats} player={far} />}
        rope={<Scores record={record} seats={seats} />}
        say={
          result.closed ? (
            <ResultButton onOpen={result.open} />
          ) : marks ? (
            <FindTicket finding={finding} board={board} />
          ) : (
            <Ticket
              {...{ record, seats, aim, board, open, shown }}
              area={hinting.area}
              hint={hinting.text}
              message={<Message {...{ game, record, seats, reply, hinting, comment, mine }} />}
              urgent={problem !== null}
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
            game={fromTurnToTurn(game, seats.me)}
            newHref="/factorgame"
            projector
            hintLabel={hinting.way.label}
            hintBusy={hinting.way.live.running || hinting.looking}
            onHint={(seats.opponent !== BY_LINK || mine ? hinting.ask : null) ?? undefined}
            settings={<Options chosen={chosen} told={told} />}
          />
        }
        result={
          result.shown ? (
            <Over record={record} seats={seats} fresh={finished === record.id} onAgain={again} onClose={result.close} />
          ) : null
        }
      >
        <div class="stage-fill centred" ref={board}>
          <Projector
            scores={
              <BothScores record={record} seats={seats}>
                <span>{standText(record, seats)}</span>
              </BothScores>
            }
            said={
              record.over
                ? standText(record, seats)
                : marks
                  ? findingText(finding)
                  : `${lastMove(record, seats)} ${turn(record, seats)}`
            }
          >
            <Tiles
              record={record}
              seats={seats}
              open={open}
              shown={shown}
              marks={marks}
              onPress={(number, how) => {
                if (finds && (marks || record.legal.includes(String(number)))) {
                  finding.press(number);
                } else {
                  press(number, how);
                }
              }}
              // Ignore the pointer while it rests on the number just taken, so that the effect of the move is shown.
              onPoint={(number) => aim.set({ ...aim.get(), hover: number === last ? null : number })}
              onReach={(number) => aim.set({ ...aim.get(), pin: number })}
            />
          </Projector>
        </div>
      </Stage>
      <div class="below">
        <Below {...{ game, record, seats, ended, aim }} focus={focusTile} />
        <Side {...{ game, record, seats }} advised={open && told && chosen.advised} />
      </div>
    </>
  );
}
