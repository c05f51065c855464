/**
 * A game under way: moves, undo, redo and replay, written once for all games.
 *
 * The address holds the position.  The entry in the browser's history also holds the line that is walked along, so that
 * redo survives the back and forward buttons and a reload.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Described } from "../generated/api";
import { announce } from "./announce";
import { ApiError, get } from "./api";
import { t } from "./i18n";
import { query } from "./place";
import { noteShown, noteStep, type Owned, ownFor, ownOf } from "./record";
import { navigate, positionPath } from "./router";
import type { Rules } from "./rules";
import { useStart } from "./start";

export interface GameState<P extends Described> {
  /** The last one shown; it stays while the next one loads. */
  position: P | null;
  loading: boolean;
  error: ApiError | null;
  /** Takes the error away. */
  dismiss(): void;
  /** Loads the position of the address anew, where that has failed. */
  again(): void;
  /** Makes a move; null if it was refused. */
  play(move: string): Promise<P | null>;
  undo(steps?: number): Promise<P | null>;
  redo(steps?: number): Promise<P | null>;
  /** Shows the line after k moves. */
  goTo(k: number): Promise<P | null>;
  restart(): Promise<P | null>;
  /** Walks along another game, after k moves of it; `mine` if these are moves of one's own, made at once. */
  follow(id: string, k?: number, mine?: boolean): Promise<P | null>;
  /** Moves that redo would make. */
  future: readonly string[];
  /** Moves of the whole line. */
  total: number;
  canUndo: boolean;
  canRedo: boolean;
}

/** A position to show next, and how the history takes it. */
interface Step<P> {
  record: P;
  walk: Walk;
  replace: boolean;
  /** What a screen reader says of it. */
  said?: string;
  /** The name of one's own game, if it is a move in it. */
  own?: string;
}

/** What a history entry holds besides its address. */
interface Walk {
  /** Id of the end of the line. */
  line: string;
  /** Its moves from the position of the address on. */
  future: readonly string[];
  /** Whether the entry was made by walking along the line, so that the next step may replace it. */
  walking: boolean;
  /** The name of one's own game, if it is one; see record.ts. */
  own: string | null;
}

/** Positions never change, so those seen lately need no second question. */
const seen = new Map<string, Described>();
const REMEMBERED = 300;

function remember<P extends Described>(record: P): P {
  seen.delete(record.id);
  seen.set(record.id, record);
  for (const oldest of seen.keys()) {
    if (seen.size <= REMEMBERED) {
      break;
    }
    seen.delete(oldest);
  }
  return record;
}

/** A position that need not be asked for. */
function known<P extends Described>(id: string, rules: Rules<P> | undefined): P | null {
  const record = (seen.get(id) as P | undefined) ?? rules?.read(id) ?? null;
  return record && remember(record);
}

type Load<P> = (id: string, signal?: AbortSignal) => Promise<P>;

function loader<P extends Described>(rules: Rules<P> | undefined): Load<P> {
  return async (id, signal) => known(id, rules) ?? remember(await get<P>("/position", { id }, signal));
}

/** Waits for a position of the line; if the server does not answer, says what could not be done, and why. */
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

/** Id of the position after the first k of a line's moves: an id's moves are joined by dots or are single letters. */
function prefix(line: string, total: number, k: number): string {
  const slash = line.indexOf("/");
  if (k === total || slash < 0) {
    return line;
  }
  const start = line.slice(0, slash);
  const moves = line.slice(slash + 1);
  const dotted = moves.split(".");
  const kept = dotted.length === total ? dotted.slice(0, k).join(".") : moves.slice(0, k);
  return k ? `${start}/${kept}` : start;
}

/** The walk of the history entry that is shown, if it fits the position: while an entry loads, another one is shown. */
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

/** The step along the line to the position after k of its moves; null where that is the one from which it starts. */
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
  // From the start on, another game may begin.
  const own = target === 0 ? null : walk.own;
  return { record, walk: { line: walk.line, future, walking, own }, replace: walking && walk.walking, said };
}

/** The step that a move is. */
async function played<P extends Described>(rules: Rules<P> | undefined, from: P, move: string): Promise<Step<P>> {
  const record = remember(rules?.play(from, move) ?? (await get<P>("/move", { id: from.id, move })));
  const walk = currentWalk(from);
  const [next, ...rest] = walk.future;
  // The very move that redo would make stays on the line.
  const stays = next !== undefined && next === record.moves.at(-1);
  const own = ownFor(from);
  const line = stays ? { line: walk.line, future: rest } : { line: record.id, future: [] };
  return { record, walk: { ...line, walking: false, own }, replace: false, own };
}

/** The step onto another game, after k of its moves; `mine` if these are moves of one's own. */
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

/** The position of the address, and everything that can be done with it. */
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
  // The position that the next move starts from: during fast play ahead of what is shown.
  const here = useRef<P | null>(shown);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // Counts the readers' own ways: by the back button, by a link, or away from the game.
  const ways = useRef(0);
  const [attempt, setAttempt] = useState(0);

  useLayoutEffect(() => {
    const record = known(id, rules);
    setError(null);
    if (here.current?.id !== id) {
      ways.current += 1;
    }
    // Written in another way than the game itself writes it, it goes the way of what is asked for.
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
            // The address was written in another way than the game itself writes it.
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
      // No step of ours is this one's any more.
      ways.current = NaN;
    },
    [],
  );

  /** Runs one step after the other, each from where the one before ended; a reader who has gone elsewhere is not brought back. */
  const enqueue = (step: (from: P) => Promise<Step<P> | null>): Promise<P | null> => {
    // Rules that are known here answer at once.  To show the waiting would draw the board twice more for each move.
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
  // Before it is painted: what one sees is noted, even if one leaves at once.
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
