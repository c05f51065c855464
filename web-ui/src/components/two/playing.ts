/** A game for two under way: the opponent's moves, what is said of each, and the same game again. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { ApiError, stream } from "../../lib/api";
import { motion } from "../../lib/motion";
import { place, query } from "../../lib/place";
import type { GameState } from "../../lib/position";
import { navigate, positionPath, type Route } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { levelQuery } from "../../pages/levels/model";
import { newSeed, type Player, type Seats, writeSeats } from "./seats";
import { type ForTwo, standing, turn } from "./words";

/** Milliseconds that an opponent seems to think: long enough to see one's own move first. */
const THINKING = 750;

/** Lets the opponent move when it is the opponent's turn: its last reply, and why there is none if that fails. */
export function useReply<R extends { readonly position: string; readonly proven?: boolean }>(
  record: ForTwo | null,
  seats: Seats,
  /** Who is asked. */
  path: string,
): { found: R | null; error: ApiError | null; again: () => void } {
  const [found, setFound] = useState<R | null>(null);
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
    const ask = async (): Promise<void> => {
      try {
        const reply = await stream<R>(path, { id, opponent, seed }, { signal });
        if (!signal.aborted) {
          setFound(reply);
          // In place of the entry of one's own move: one step back takes back both.
          navigate(positionPath(reply.position) + query(), {
            replace: true,
            // What the opponent says of its move is still said after a reload.
            ...(reply.proven === false && { state: { unproven: true } }),
          });
        }
      } catch (problem) {
        if (problem instanceof ApiError && !signal.aborted) {
          setError(problem);
        }
      }
    };
    const timer = setTimeout(() => void ask(), motion() === "off" ? 0 : THINKING);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [id, opponent, seed, attempt]);
  return { found, error, again: () => setAttempt(attempt + 1) };
}

/** Undo and redo from one's own turn to one's own turn. */
export function fromTurnToTurn<P extends ForTwo>(game: GameState<P>, me: Player | null): GameState<P> {
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

/** Whether a position follows another by one move. */
function isNext(record: ForTwo, before: string): boolean {
  const last = record.moves.at(-1);
  return last !== undefined && [`${before}${last}`, `${before}/${last}`, `${before}.${last}`].includes(record.id);
}

/** Says what a move has done, except what undo and redo say themselves; returns the id of a game that ended by a move. */
export function useSaid(
  record: ForTwo | null,
  seats: Seats,
  route: Route,
  told: {
    /** Who made which move last. */
    move: () => string;
    /** What that gave away; nothing where it is not said. */
    comment?: () => string;
    /** Who has won. */
    outcome: () => string;
  },
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
    announce(told.move());
    announce(told.comment?.() ?? "");
    if (record.over) {
      setFinished(record.id);
      announce(told.outcome());
    } else if (record.to_move === seats.me || seats.me === null) {
      announce(`${standing(record, seats)} ${turn(record, seats)}`);
    }
  }, [id]);
  return finished;
}

/** Begins the same game again, by a button that goes away with the old one. */
export function useAgain(
  record: ForTwo | null,
  seats: Seats,
  /** What gets the focus, and what must be in sight. */
  where: { focus: string; board: string },
): (me: Player | null) => void {
  const begins = useRef(false);
  useLayoutEffect(() => {
    if (begins.current && record?.over === false) {
      begins.current = false;
      focusIfLost(where.focus);
      document.querySelector(where.board)?.scrollIntoView({ block: "nearest" });
    }
  }, [record?.id]);
  return (me) => {
    if (record !== null) {
      begins.current = true;
      const query = writeSeats({ ...seats, me, seed: newSeed() });
      // Who began is a part of a level.
      const level = me === seats.me ? levelQuery(place().searchParams) : "";
      navigate(positionPath(record.start) + (level && query ? `${query}&${level}` : query));
    }
  };
}
