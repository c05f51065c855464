/** A game for two in progress: the opponent's moves, announcements, and another round. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { ApiError } from "../../lib/api";
import { t } from "../../lib/i18n";
import { motion } from "../../lib/motion";
import { place, query } from "../../lib/place";
import type { GameState } from "../../lib/position";
import { stream } from "../../lib/questions";
import { navigate, positionPath, type Route } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { BY_LINK } from "../../lib/sending";
import { levelQuery } from "../../pages/levels/model";
import { newSeed, type Player, type Seats, writeSeats } from "./seats";
import { type ForTwo, standing, turn } from "./words";

/** Milliseconds before an opponent's move, so that players can see their own move first. */
const THINKING = 750;

/** Let the opponent move on its turn. Returns its last reply, or the error if that fails. */
export function useReply<R extends { readonly position: string; readonly proven?: boolean }>(
  record: ForTwo | null,
  seats: Seats,
  /** The path of the API that returns the opponent's move. */
  path: string,
): { found: R | null; error: ApiError | null; again: () => void } {
  const [found, setFound] = useState<R | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { opponent, seed, wrong } = seats;
  const asks = opponent !== BY_LINK && seats.me !== null;
  const id = record !== null && !record.over && asks && record.to_move !== seats.me ? record.id : null;
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
          // Replace the history entry of the player's move, so that one step back takes back both moves.
          navigate(positionPath(reply.position) + query(), {
            replace: true,
            // Record in the history that this move is not proven best, so that the page says so even after a reload.
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
  const bad = wrong === undefined ? null : new ApiError(t("two.link.wrong", { first: wrong }), 400, null, true);
  return { found, error: bad ?? error, again: () => setAttempt(attempt + 1) };
}

/** Make undo and redo skip positions in which it is the opponent's turn. */
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

/** Return whether a position was reached by one move from the position with the id `before`. */
function isNext(record: ForTwo, before: string): boolean {
  const last = record.moves.at(-1);
  return last !== undefined && [`${before}${last}`, `${before}/${last}`, `${before}.${last}`].includes(record.id);
}

/**
 * Announce each move, except undo and redo, which announce themselves. Return the id of a game that a move has ended.
 */
export function useSaid(
  record: ForTwo | null,
  seats: Seats,
  route: Route,
  told: {
    /** Describe the latest move and its player. */
    move: () => string;
    /** Describe the cost of the latest move; absent if it is hidden. */
    comment?: () => string;
    /** Return a sentence that says who has won. */
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
    } else if (record.to_move === seats.me || seats.me === null || seats.opponent === BY_LINK) {
      announce(`${standing(record, seats)} ${turn(record, seats)}`);
    }
  }, [id]);
  return finished;
}

/** Return a function that starts the same game again, and moves the focus from the button, which disappears. */
export function useAgain(
  record: ForTwo | null,
  seats: Seats,
  /** The element to focus, and the element that must be visible. */
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
      // Leave the level if the other player begins, because each level determines who begins.
      const level = me === seats.me ? levelQuery(place().searchParams) : "";
      navigate(positionPath(record.start) + (level && query ? `${query}&${level}` : query));
    }
  };
}
