import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Clues } from "../../components/after/Clues";
import { useFinished } from "../../components/after/finished";
import { LateCurve } from "../../components/after/LateCurve";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import { Projector } from "../../components/Projector";
import { useResult } from "../../components/stage/closing";
import { useFlights } from "../../components/stage/flights";
import { ResultButton } from "../../components/stage/Result";
import { Stage } from "../../components/stage/Stage";
import { Coach, CoachFields } from "../../components/two/Coach";
import { fromTurnToTurn, useAgain, useReply, useSaid } from "../../components/two/playing";
import { Said } from "../../components/two/Said";
import { BothScores } from "../../components/two/Seat";
import { readSeats, type Seats, sides, writeSeats } from "../../components/two/seats";
import { Verdict } from "../../components/two/Verdict";
import { costsText, either, label, mayMove, outcome, turn } from "../../components/two/words";
import type { CoinsDescribed, CoinsReply } from "../../generated/api";
import { announce } from "../../lib/announce";
import { useHints } from "../../lib/hints";
import { num, t } from "../../lib/i18n";
import { usePosition } from "../../lib/position";
import type { Route } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { BY_LINK } from "../../lib/sending";
import { useSlow } from "../../lib/slow";
import { useMedia, useSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { Advised } from "./Advised";
import { Board } from "./Board";
import { LEVELS } from "./levels";
import { RULES } from "./rules";
import { flightsOf, Seat, Shares } from "./Scores";
import { Triangle } from "./Triangle";
import { comment, lastMove, moveName, offered } from "./words";

const NONE: readonly string[] = [];

/** Return a URL that opens the editor with the starting rows of this game filled in. */
function editPath(record: CoinsDescribed, seats: Seats): string {
  const query = writeSeats(seats);
  return `/coins${query ? `${query}&` : "?"}coins=${record.start.replace(/^coins:/, "")}`;
}

/** A game, shown once its position has loaded. */
export function Table({ route, id }: { route: Route; id: string }): JSX.Element {
  const seats = readSeats(route.query);
  const game = usePosition<CoinsDescribed>(id, {
    rules: RULES,
    nameMove: (move, from) => {
      const pick = from.advice.find((item) => item.move === move);
      return pick ? offered(from, pick) : move;
    },
  });
  const record = game.position;
  // While a position loads, the page still shows the previous one, in which the opponent must not move.
  const ended = useFinished(game);
  // The opponent must not move while the player looks through a finished game, either.
  const playing = record?.id === id && (ended === null || record.over) ? record : null;
  const reply = useReply<CoinsReply>(playing, seats, "/coins/reply");
  const [keptComments, setComments] = useSetting("coins.comments");
  const [keptAdvised, setAdvised] = useSetting("coins.advice");
  const [keptTriangle, setTriangle] = useSetting("coins.triangle");
  const [comments, advised, triangle] = [keptComments ?? true, keptAdvised ?? false, keptTriangle ?? false];
  const again = useAgain(record, seats, { focus: ".coins-take", board: ".stage" });
  const stage = useRef<HTMLDivElement>(null);
  useFlights(stage, record?.start ?? "", record?.moves ?? NONE, () => (record ? flightsOf(record, seats) : []));
  const result = useResult(id, record?.over === true && !game.error && !reply.error);
  const finished = useSaid(playing, seats, route, {
    move: () => (record ? lastMove(record, seats) : ""),
    comment: () => (record && comments ? comment(record, seats, advised) : ""),
    outcome: () => (record ? outcome("verdict", seats, record.scores, record.margin) : ""),
  });
  const switches = useSwitches();
  const mode = switches.hints;
  const mine = record !== null && mayMove(record, seats);
  const hints = useHints(mine ? record.id : null, mode);
  const slow = useSlow(game.loading);
  const coarse = useMedia("(pointer: coarse)");

  if (!record) {
    return (
      <>
        <PageTitle text={t("coins.title")} />
        {game.error ? <ErrorNote error={game.error} home="/coins" onRetry={game.again} /> : <Loading />}
      </>
    );
  }

  // A teacher's link may hide the worth of moves from a class.
  const told = switches.previews && switches.best && switches.hints !== "off";
  const compared = mine && advised && told;
  const walks = ended !== null && !record.over;
  const shown = compared || (mine && hints.wantsMove);
  const hintText = t("coins.hint", {
    best: either(record.advice.filter((item) => item.best).map((item) => offered(record, item))),
    total: num(record.final[record.to_move]),
  });
  const hint = (): void => {
    if (!mine) {
      return;
    }
    hints.ask();
    if (mode === "steps" && hints.asked < 2) {
      return;
    }
    announce(hintText);
  };
  const open = (triangle && told) || ended !== null;
  const ends = record.rows.length === 1 && record.rows[0]?.kind !== "circle";

  const players = sides(seats);

  return (
    <>
      <PageTitle text={t("coins.title")} lead={t("coins.lead")} />
      <Stage
        stage={stage}
        mine={<Seat record={record} seats={seats} player={players[0]} />}
        theirs={<Seat record={record} seats={seats} player={players[1]} />}
        rope={<Shares record={record} seats={seats} final={compared} />}
        say={
          result.closed ? (
            <ResultButton onOpen={result.open} />
          ) : game.error ? (
            <ErrorNote error={game.error} onDismiss={game.dismiss} />
          ) : reply.error ? (
            <ErrorNote error={reply.error} onRetry={reply.again} home="/coins" />
          ) : slow ? (
            <Busy inline label={t("after.waiting")} />
          ) : mode === "steps" && hints.asked > 0 && !hints.wantsMove ? (
            <Clues game={record.game} hints={hints} />
          ) : (
            <>
              <Said
                record={record}
                seats={seats}
                move={record.moves.length > 0 ? lastMove(record, seats) : ""}
                comment={comments ? comment(record, seats, shown) : ""}
                mine={mine}
                waits={!record.over && !mine && !walks}
                how={t(coarse ? "coins.howTouch" : ends ? "coins.how" : "coins.howMany")}
                lead={t("coins.lead")}
              />
              {shown && !compared && <p class="tiles-hint bold">{hintText}</p>}
            </>
          )
        }
        bar={
          <GameBar
            game={fromTurnToTurn(game, seats.me)}
            redoKey="y"
            onHint={mode === "off" || (seats.opponent === BY_LINK && !mine) ? undefined : hint}
            hintLabel={hints.label}
            hintBusy={hints.live.running}
            newHref="/coins"
            projector
            more={<Button icon="edit" text={t("coins.editRow")} href={editPath(record, seats)} />}
            settings={
              <CoachFields
                comments={comments}
                onComments={setComments}
                advice={told ? { label: "coins.advice", on: advised, onInput: setAdvised } : null}
              />
            }
          />
        }
        result={
          result.shown ? (
            <Verdict
              {...{ record, seats }}
              lead={record.margin}
              costs={record.costs}
              levels={LEVELS}
              fresh={finished === record.id}
              onAgain={again}
              onClose={result.close}
            >
              <p>{outcome("start", seats, record.start_final, record.start_margin)}</p>
              <p>{costsText(record.costs, seats)}</p>
            </Verdict>
          ) : null
        }
      >
        <Projector
          scores={<BothScores record={record} seats={seats} />}
          said={`${record.moves.length > 0 ? lastMove(record, seats) : ""} ${record.over ? "" : turn(record, seats)}`}
        >
          <div class="coins-felt centred">
            <Board
              record={record}
              open={mine && !game.loading}
              advised={shown || (walks && switches.best)}
              onTake={({ move }) => void game.play(move)}
            />
          </div>
        </Projector>
      </Stage>
      <div class="below">
        <div class="stack">
          {ended && switches.best && ended.moves.length > 0 && (
            <LateCurve
              id={ended.id}
              at={record.moves.length}
              second={seats.me === 1}
              name={(move, number) => moveName(ended, move, number)}
              onGo={(k) => void game.goTo(k)}
              who={(player) => label(seats, player === 0 ? 0 : 1)}
              mine={({ player }) => seats.me === null || player === seats.me}
              onTry={({ number }) => void game.goTo(number - 1).then(() => focusIfLost(".coins-take"))}
            />
          )}
          {(told || ended !== null) && <Triangle record={record} seats={seats} open={open} onOpen={setTriangle} />}
        </div>
        {compared && (
          <Coach>
            <Advised record={record} seats={seats} />
          </Coach>
        )}
      </div>
    </>
  );
}
