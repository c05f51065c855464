/**
 * A game in progress: moves, undo, redo and replay, shared by all games.
 *
 * The address names the position. The entry in the browser's history also contains the whole line of moves, so that
 * redo still works after a reload or after the back and forward buttons.
 */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Described } from "../generated/api";
import { announce } from "./announce";
import { ApiError, get } from "./api";
import { t } from "./i18n";
import { query } from "./place";
import { Recent } from "./recent";
import { noteShown, noteStep, type Owned, ownFor, ownOf, prefix } from "./record";
import { navigate, positionPath } from "./router";
import type { Rules } from "./rules";
import { useStart } from "./start";

export interface GameState<P extends Described> {
  /** The last position that was shown; it stays while the next one loads. */
  position: P | null;
  loading: boolean;
  error: ApiError | null;
  /** Remove the error message. */
  dismiss(): void;
  /** Load the position of the address again after a failure. */
  again(): void;
  /** Make a move; null if it was refused. */
  play(move: string): Promise<P | null>;
  undo(steps?: number): Promise<P | null>;
  redo(steps?: number): Promise<P | null>;
  /** Show the position after k moves of the line. */
  goTo(k: number): Promise<P | null>;
  restart(): Promise<P | null>;
  /** Show another game after k of its moves. `mine` says that the player made these moves, all at once. */
  follow(id: string, k?: number, mine?: boolean): Promise<P | null>;
  /** Moves that redo would make. */
  future: readonly string[];
  /** Number of moves in the whole line. */
  total: number;
  canUndo: boolean;
  canRedo: boolean;
}

/** The next position to show, with its entry in the history. */
interface Step<P> {
  record: P;
  walk: Walk;
  replace: boolean;
  /** The announcement for screen readers. */
  said?: string;
  /** The name of the player's own game, if this step is a move in that game. */
  own?: string;
}

/** The state of a history entry. */
interface Walk {
  /** Id of the last position of the line. */
  line: string;
  /** The line's moves after the position of the address. */
  future: readonly string[];
  /** Set if the entry was made by looking through the line: the next such step then replaces the entry. */
  walking: boolean;
  /** A key that identifies the game if it is the player's own; else null. See record.ts. */
  own: string | null;
}

/** A cache of recent positions by id. Positions never change. */
const seen = new Recent<Described>(300);

const remember = <P extends Described>(record: P): P => seen.keep(record.id, record);

/** Return a position that is in the cache or that the pages can compute; null if the server must be asked. */
function known<P extends Described>(id: string, rules: Rules<P> | undefined): P | null {
  const record = (seen.get(id) as P | undefined) ?? rules?.read(id) ?? null;
  return record && remember(record);
}

type Load<P> = (id: string, signal?: AbortSignal) => Promise<P>;

function loader<P extends Described>(rules: Rules<P> | undefined): Load<P> {
  return async (id, signal) => known(id, rules) ?? remember(await get<P>("/position", { id }, signal));
}

/** Wait for a position. If the server does not answer, throw an error that says which action failed. */
async function reached<P extends Described>(record: Promise<P>, back: boolean): Promise<P> {
  try {
    return await record;
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 0) {
      throw new ApiError(t(back ? "after.cannotUndo" : "after.cannotRedo"), 0, null, true);
    }
    throw problem;
  }
}

/**
 * Return the state of the current history entry. If the entry belongs to another position, which is still loading,
 * return a new state for the given position.
 */
function currentWalk(record: Described): Walk {
  const state: unknown = history.state;
  if (typeof state === "object" && state !== null && "line" in state && "future" in state) {
    const { line, future, walking } = state as Walk;
    if (typeof line === "string" && Array.isArray(future)) {
      const done = record.moves.length;
      if (prefix(line, done + future.length, done) === record.id) {
        return { line, future, walking: walking === true, own: ownOf(state) };
      }
    }
  }
  return { line: record.id, future: [], walking: false, own: ownOf(state) };
}

type NameMove<P> = (move: string, before: P) => string;

/** Return the step along the line to the position after k of its moves; null if that is the current position. */
async function walked<P extends Described>(
  load: Load<P>,
  from: P,
  k: number,
  walking: boolean,
  name: NameMove<P>,
): Promise<Step<P> | null> {
  const walk = currentWalk(from);
  const moves = [...from.moves, ...walk.future];
  const target = Math.max(0, Math.min(k, moves.length));
  const count = from.moves.length;
  if (target === count) {
    return null;
  }
  const back = target < count;
  const record = await reached(load(prefix(walk.line, moves.length, target)), back);
  const move = moves[back ? target : count] ?? "";
  const said =
    Math.abs(target - count) > 1
      ? t("game.atMove", { k: target, total: moves.length })
      : back
        ? t("game.undone", { move: name(move, record) })
        : t("game.redone", { move: name(move, from) });
  const future = moves.slice(target);
  // Do not assign the start position to the player's own game, because another game may begin there.
  const own = target === 0 ? null : walk.own;
  return { record, walk: { line: walk.line, future, walking, own }, replace: walking && walk.walking, said };
}

/** Return the step for a move. */
async function played<P extends Described>(rules: Rules<P> | undefined, from: P, move: string): Promise<Step<P>> {
  const record = remember(rules?.play(from, move) ?? (await get<P>("/move", { id: from.id, move })));
  const walk = currentWalk(from);
  const [next, ...rest] = walk.future;
  // Keep the rest of the line if the move is the one that redo would make.
  const stays = next !== undefined && next === record.moves.at(-1);
  const own = ownFor(from);
  const line = stays ? { line: walk.line, future: rest } : { line: record.id, future: [] };
  return { record, walk: { ...line, walking: false, own }, replace: false, own };
}

/** Return the step to another game after k of its moves. `mine` says that the player made all of them at once. */
async function followed<P extends Described>(
  load: Load<P>,
  from: P,
  other: string,
  k: number,
  mine: boolean,
): Promise<Step<P>> {
  const end = await load(other);
  const total = end.moves.length;
  const at = Math.max(0, Math.min(k, total));
  const record = await load(prefix(end.id, total, at));
  const line = { line: end.id, future: end.moves.slice(at) };
  if (!mine) {
    return { record, walk: { ...line, walking: true, own: null }, replace: false };
  }
  const own = ownFor(from);
  return { record, walk: { ...line, walking: false, own }, replace: false, own };
}

/** Return the position that an id names, and functions that change it. */
export function usePosition<P extends Described>(
  id: string,
  options: { nameMove?: NameMove<P>; rules?: Rules<P> } = {},
): GameState<P> {
  const { rules } = options;
  const load = loader(rules);
  const start = useStart();
  const [shown, setShown] = useState<P | null>(() => known(id, rules));
  const [error, setError] = useState<ApiError | null>(null);
  const [working, setWorking] = useState(0);
  // The position from which the next move starts; during fast play, it is ahead of the shown position.
  const here = useRef<P | null>(shown);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // Counts how often the reader has navigated: by the back button, by a link, or away from the game.
  const ways = useRef(0);
  const [attempt, setAttempt] = useState(0);

  useLayoutEffect(() => {
    const record = known(id, rules);
    setError(null);
    if (here.current?.id !== id) {
      ways.current += 1;
    }
    // Use a known position only if the address spells its id in the usual way; otherwise load it.
    if (record?.id === id) {
      here.current = record;
      setShown(record);
      return undefined;
    }
    const controller = new AbortController();
    load(id, controller.signal).then(
      (record) => {
        if (!controller.signal.aborted) {
          here.current = record;
          setShown(record);
          if (record.id !== id) {
            // Rewrite the address with the usual spelling of the id.
            navigate(positionPath(record.id) + query(), { replace: true });
          }
        }
      },
      (problem: unknown) => {
        if (problem instanceof ApiError && !controller.signal.aborted) {
          here.current = null;
          setShown(null);
          setError(problem);
        }
      },
    );
    return () => controller.abort();
  }, [id, attempt]);
  useLayoutEffect(
    () => () => {
      // NaN differs from every number, so no pending step can navigate after the component is gone.
      ways.current = NaN;
    },
    [],
  );

  /**
   * Run a step after all earlier steps, from the position to which they led. Drop the step if the reader has navigated
   * elsewhere in the meantime.
   */
  const enqueue = (step: (from: P) => Promise<Step<P> | null>): Promise<P | null> => {
    // If the pages know the rules, they answer immediately. Showing that they wait would only draw the board twice more
    // per move.
    const waits = rules === undefined ? 1 : 0;
    setWorking((count) => count + waits);
    const way = ways.current;
    const run = async (): Promise<P | null> => {
      try {
        if (here.current === null || ways.current !== way) {
          return null;
        }
        setError(null);
        const next = await step(here.current);
        if (ways.current !== way) {
          return null;
        }
        return next === null ? here.current : show(next);
      } catch (problem) {
        if (!(problem instanceof ApiError)) {
          throw problem;
        }
        if (ways.current === way) {
          setError(problem);
        }
        return null;
      } finally {
        setWorking((count) => count - waits);
      }
    };
    const result = queue.current.then(run);
    queue.current = result.catch(() => undefined);
    return result;
  };

  const show = ({ record, walk, replace, said, own }: Step<P>): P => {
    here.current = record;
    setShown(record);
    announce(said ?? "");
    navigate(positionPath(record.id) + (start?.query ?? query()), { state: walk, replace });
    if (own !== undefined) {
      noteStep(record, own);
    }
    return record;
  };

  const walkTo = (target: (from: P) => number, walking: boolean): Promise<P | null> =>
    enqueue((from) => walked(load, from, target(from), walking, options.nameMove ?? ((move) => move)));
  const play = (move: string): Promise<P | null> => enqueue((from) => played(rules, from, move));
  const undo = (steps = 1): Promise<P | null> => walkTo(({ moves }) => moves.length - steps, false);
  const redo = (steps = 1): Promise<P | null> => walkTo(({ moves }) => moves.length + steps, false);
  const goTo = (k: number): Promise<P | null> => walkTo(() => k, true);
  const restart = (): Promise<P | null> => walkTo(() => 0, false);
  const follow = (other: string, k = 0, mine = false): Promise<P | null> =>
    enqueue((from) => followed(load, from, other, k, mine));

  const position = known(id, rules) ?? shown;
  const owned = useRef<Owned | null>(null);
  // Record the position before it is painted, so that it is recorded even if the reader leaves immediately.
  useLayoutEffect(() => {
    if (position?.id === id) {
      owned.current = noteShown(position, owned.current);
    }
  }, [position?.id, id]);
  const future = position === null ? [] : currentWalk(position).future;
  const done = position?.moves.length ?? 0;
  return {
    position,
    loading: working > 0 || (position === null && error === null),
    error,
    dismiss: () => setError(null),
    again: () => setAttempt(attempt + 1),
    play,
    undo,
    redo,
    goTo,
    restart,
    follow,
    future,
    total: done + future.length,
    canUndo: done > 0,
    canRedo: future.length > 0,
  };
}
