import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Celebration } from "../../components/after/Celebration";
import { Clues } from "../../components/after/Clues";
import { Curve } from "../../components/after/Curve";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { PageTitle } from "../../components/PageTitle";
import { Projector, ProjectorScore } from "../../components/Projector";
import type { CoinsAdvice, CoinsDescribed, CoinsReply } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, get } from "../../lib/api";
import { useHints } from "../../lib/hints";
import { num, t } from "../../lib/i18n";
import { query } from "../../lib/place";
import { type GameState, usePosition } from "../../lib/position";
import { navigate, positionPath, type Route } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { useSlow } from "../../lib/slow";
import { readSetting, reducedMotion, writeSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { NextLevel } from "../levels/NextLevel";
import { Board } from "./Board";
import { Coach } from "./Coach";
import { Coin, metals } from "./Coin";
import { LEVELS } from "./levels";
import { newSeed, type Player, readSeats, type Seats, sign, writeSeats } from "./model";
import { hasTriangle, Triangle } from "./Triangle";
import { Verdict } from "./Verdict";
import { comment, either, label, lastMove, moveName, offered, outcome, standing, turn } from "./words";

/** Milliseconds that an opponent seems to think: long enough to see one's own move first. */
const THINKING = 750;

/** A switch that the browser remembers. */
function useSwitch(name: string, initial: boolean): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => (readSetting(`coins.${name}`) ?? (initial ? "on" : "off")) === "on");
  const change = (value: boolean): void => {
    writeSetting(`coins.${name}`, value ? "on" : "off");
    setOn(value);
  };
  return [on, change];
}

/** Lets the opponent move when it is the opponent's turn; says why if that fails. */
function useReply(record: CoinsDescribed | null, seats: Seats): { error: ApiError | null; again: () => void } {
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const waits = record !== null && !record.over && seats.me !== null && record.to_move !== seats.me;
  const id = waits ? record.id : null;
  const { opponent, seed } = seats;
  useEffect(() => {
    setError(null);
    if (id === null) {
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const reply = async (): Promise<void> => {
      try {
        const { position } = await get<CoinsReply>("/coins/reply", { id, opponent, seed }, signal);
        if (!signal.aborted) {
          // In place of the entry of one's own move: one step back takes back both.
          navigate(positionPath(position) + query(), { replace: true });
        }
      } catch (problem) {
        if (problem instanceof ApiError && !signal.aborted) {
          setError(problem);
        }
      }
    };
    const timer = setTimeout(() => void reply(), reducedMotion() ? 0 : THINKING);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [id, opponent, seed, attempt]);
  return { error, again: () => setAttempt(attempt + 1) };
}

/** Undo and redo from one's own turn to one's own turn. */
function fromTurnToTurn(game: GameState<CoinsDescribed>, me: Player | null): GameState<CoinsDescribed> {
  if (me === null) {
    return game;
  }
  const done = game.position?.moves.length ?? 0;
  const mine = (k: number): boolean => k % 2 === me;
  let back = done - 1;
  while (back >= 0 && !mine(back)) {
    back -= 1;
  }
  let forth = done + 1;
  while (forth < game.total && !mine(forth)) {
    forth += 1;
  }
  return {
    ...game,
    canUndo: back >= 0,
    canRedo: forth <= game.total,
    undo: () => (back >= 0 ? game.undo(done - back) : Promise.resolve(null)),
    redo: () => (forth <= game.total ? game.redo(forth - done) : Promise.resolve(null)),
  };
}

/** One player's side of the table. */
function Seat(props: { record: CoinsDescribed; seats: Seats; player: Player }): JSX.Element {
  const { record, seats, player } = props;
  const look = useMemo(() => metals(record.start_coins.flat()), [record.start]);
  const taken = record.taken.filter((move) => move.player === player);
  const name = label(seats, player);
  const moves = !record.over && record.to_move === player;
  return (
    <section class={`coins-seat player-${player} ${moves ? "moves" : ""}`} aria-label={name}>
      <h2 class="coins-name">{name}</h2>
      <p class="coins-total">
        <span class="visually-hidden">{t("coins.total")}</span> <strong>{num(record.scores[player] ?? 0)}</strong>
      </p>
      {taken.length ? (
        <ol class="coins-pile" aria-label={t("coins.pile", { name })}>
          {taken.map((move, at) => (
            <li key={at} class={record.taken.at(-1) === move ? "latest" : undefined}>
              <Coin value={move.coin} look={look} small />
            </li>
          ))}
        </ol>
      ) : (
        <p class="coins-pile muted">{t("coins.noCoins")}</p>
      )}
    </section>
  );
}

/** The position that follows another by one move. */
function isNext(record: CoinsDescribed, before: string): boolean {
  const last = record.moves.at(-1);
  return last !== undefined && [`${before}${last}`, `${before}/${last}`, `${before}.${last}`].includes(record.id);
}

/** Says what a move has done, except what undo and redo say themselves; returns the id of a game that ended by a move. */
function useSaid(
  record: CoinsDescribed | null,
  seats: Seats,
  route: Route,
  commented: { comments: boolean; advised: boolean },
): string | null {
  const [finished, setFinished] = useState<string | null>(null);
  const said = useRef<string | null>(null);
  const id = record?.id;
  useEffect(() => {
    if (!record) {
      return;
    }
    const before = said.current;
    said.current = record.id;
    if (before === null || !isNext(record, before) || route.via === "pop") {
      return;
    }
    announce(lastMove(record, seats));
    if (commented.comments) {
      announce(comment(record, seats, commented.advised));
    }
    if (record.over) {
      setFinished(record.id);
      announce(outcome("verdict", seats, [record.scores[0] ?? 0, record.scores[1] ?? 0], record.margin));
    } else if (record.to_move === seats.me || seats.me === null) {
      announce(`${standing(record, seats)} ${turn(record, seats)}`);
    }
  }, [id]);
  return finished;
}

/** Begins the same game again, by a button that goes away with the old one. */
function useAgain(record: CoinsDescribed | null, seats: Seats): (me: Player | null) => void {
  const begins = useRef(false);
  useLayoutEffect(() => {
    if (begins.current && record?.over === false) {
      begins.current = false;
      focusIfLost(".coins-take");
      document.querySelector(".coins-felt")?.scrollIntoView({ block: "nearest" });
    }
  }, [record?.id]);
  return (me) => {
    if (record !== null) {
      begins.current = true;
      navigate(positionPath(record.start) + writeSeats({ ...seats, me, seed: newSeed() }));
    }
  };
}

/** What the latest move was, and who is to move. */
function Said(props: {
  record: CoinsDescribed;
  seats: Seats;
  comments: boolean;
  /** Whether what each move is worth is shown. */
  shown: boolean;
  mine: boolean;
  /** Whether the opponent's move is waited for. */
  waits: boolean;
}): JSX.Element {
  const { record, seats, mine } = props;
  return (
    <div class="coins-said">
      {record.moves.length > 0 && (
        <p>
          {lastMove(record, seats)}{" "}
          {props.comments && <span class="coins-comment">{comment(record, seats, props.shown)}</span>}
        </p>
      )}
      {mine && <p class="coins-turn">{turn(record, seats)}</p>}
      {props.waits && (
        <p class="coins-turn">
          <Busy inline label={turn(record, seats)} />
        </p>
      )}
      {mine && record.moves.length === 0 && (
        <p class="muted">
          {t(record.rows.length === 1 && record.rows[0]?.kind !== "circle" ? "coins.how" : "coins.howMany")}
        </p>
      )}
    </div>
  );
}

/** The two sides and the coins between them; they can fill the screen. */
function Felt(props: {
  record: CoinsDescribed;
  seats: Seats;
  /** Whether the coins can be taken now. */
  open: boolean;
  shown: boolean;
  onTake: (advice: CoinsAdvice) => void;
}): JSX.Element {
  const { record, seats } = props;
  const bottom: Player = seats.me ?? 0;
  const top: Player = bottom === 0 ? 1 : 0;
  return (
    <Projector
      scores={([bottom, top] as const).map((player) => (
        <ProjectorScore
          key={player}
          label={label(seats, player)}
          value={num(record.scores[player] ?? 0)}
          tone={player === 0 ? "player" : "opponent"}
        />
      ))}
      said={`${record.moves.length > 0 ? lastMove(record, seats) : ""} ${record.over ? "" : turn(record, seats)}`}
    >
      <div class="coins-felt">
        <Seat record={record} seats={seats} player={top} />
        <Board record={record} open={props.open} advised={props.shown} onTake={props.onTake} />
        <Seat record={record} seats={seats} player={bottom} />
      </div>
    </Projector>
  );
}

/** What came of a game that is over; `fresh`: it ended here, by a move. */
function Over(props: {
  record: CoinsDescribed;
  seats: Seats;
  fresh: boolean;
  onAgain: (me: Player | null) => void;
}): JSX.Element {
  const { record, seats } = props;
  const { me, opponent } = seats;
  return (
    <>
      {me !== null && props.fresh && (
        <Celebration
          key={record.id}
          game={record.game}
          won={sign(record.margin) === (me === 0 ? 1 : -1)}
          perfect={sign(record.costs[me]) === 0}
        />
      )}
      {me !== null && (
        <NextLevel
          game={record.game}
          levels={LEVELS}
          id={[record.start.replace(/^coins:/, ""), opponent, me].join("/")}
        />
      )}
      <Verdict record={record} seats={seats} onAgain={props.onAgain} />
    </>
  );
}

/** The address of the editor with the row of a game. */
function editPath(record: CoinsDescribed, seats: Seats): string {
  const query = writeSeats(seats);
  return `/coins${query ? `${query}&` : "?"}coins=${record.start.replace(/^coins:/, "")}`;
}

/** How the triangle lies beside the board. */
function layoutOf(record: CoinsDescribed, open: boolean): string {
  const fits = hasTriangle(record);
  return !open || !fits.shown ? "closed" : fits.beside ? "beside" : "";
}

/** A game, as soon as its position is there. */
export function Table({ route, id }: { route: Route; id: string }): JSX.Element {
  const seats = readSeats(route.query);
  const game = usePosition<CoinsDescribed>(id, {
    nameMove: (move, from) => {
      const pick = from.advice.find((item) => item.move === move);
      return pick ? offered(from, pick) : move;
    },
  });
  const record = game.position;
  // While a position loads, the one before is shown; no opponent moves in it.
  const reply = useReply(record?.id === id ? record : null, seats);
  const [comments, setComments] = useSwitch("comments", true);
  const [advised, setAdvised] = useSwitch("advice", false);
  const [triangle, setTriangle] = useSwitch("triangle", false);
  const again = useAgain(record, seats);
  const finished = useSaid(record?.id === id ? record : null, seats, route, { comments, advised });
  const switches = useSwitches();
  const mode = switches.hints;
  const mine = record !== null && !record.over && (seats.me === null || record.to_move === seats.me);
  const hints = useHints(mine ? record.id : null, mode);
  const slow = useSlow(game.loading);

  if (!record) {
    return (
      <>
        <PageTitle text={t("coins.title")} />
        {game.error ? (
          <ErrorNote error={game.error} home="/coins" onRetry={game.again} />
        ) : (
          <Busy label={t("common.loading")} />
        )}
      </>
    );
  }

  // A link for a class may leave out what the moves are worth.
  const told = switches.previews && switches.best && switches.hints !== "off";
  const shown = mine && ((advised && told) || hints.wantsMove);
  const hint = (): void => {
    if (!mine) {
      return;
    }
    hints.ask();
    if (mode === "steps" && hints.asked < 2) {
      return;
    }
    const best = either(record.advice.filter((item) => item.best).map((item) => offered(record, item)));
    announce(t("coins.hint", { best }));
  };
  const open = (triangle && told) || record.over;

  return (
    <>
      <PageTitle text={t("coins.title")} lead={t("coins.lead")} />
      <div class={`coins-layout ${layoutOf(record, open)}`}>
        <div class="stack coins-main">
          <Felt
            record={record}
            seats={seats}
            open={mine && !game.loading}
            shown={shown}
            onTake={({ move }) => void game.play(move)}
          />
          <Said
            record={record}
            seats={seats}
            comments={comments}
            shown={shown}
            mine={mine}
            waits={!record.over && !mine && !reply.error}
          />
          {mode === "steps" && <Clues game={record.game} hints={hints} />}
          {slow && <Busy inline label={t("after.waiting")} />}
          {game.error && <ErrorNote error={game.error} onDismiss={game.dismiss} />}
          {reply.error && <ErrorNote error={reply.error} onRetry={reply.again} home="/coins" />}
          {record.over && <Over record={record} seats={seats} fresh={finished === record.id} onAgain={again} />}
          <GameBar
            game={fromTurnToTurn(game, seats.me)}
            redoKey="y"
            onHint={mode === "off" ? undefined : hint}
            hintLabel={hints.label}
            hintBusy={hints.live.running}
            newHref="/coins"
            projector
          >
            <a class="button" href={editPath(record, seats)}>
              {t("coins.editRow")}
            </a>
          </GameBar>
        </div>
        <Coach
          record={record}
          seats={seats}
          shown={shown}
          comments={comments}
          advised={advised}
          told={told}
          onComments={setComments}
          onAdvised={setAdvised}
        />
        {(told || record.over) && <Triangle record={record} seats={seats} open={open} onOpen={setTriangle} />}
      </div>
      {record.over && switches.best && record.moves.length > 0 && (
        <Curve
          id={record.id}
          name={(move, number) => moveName(record, move, number)}
          who={(player) => label(seats, player === 0 ? 0 : 1)}
          mine={({ player }) => seats.me === null || player === seats.me}
          onTry={({ number }) => void game.goTo(number - 1).then(() => focusIfLost(".coins-take"))}
        />
      )}
    </>
  );
}
