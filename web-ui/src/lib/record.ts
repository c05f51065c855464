/**
 * The one place that notes what happens in games: lib/position.ts calls it at every move, and a game calls `noteOver`
 * where one can end without a move, by a clock for example.
 *
 * A game is one's own from the first move that one makes in it.  Its name stands in the entries of the browser's history
 * beside the line for redo; so a link never touches another game, whatever position it shows.
 */
import type { Described } from "../generated/api";
import { ApiError } from "./api";
import { dayOfQuery, puzzlesOf } from "./daily";
import { today } from "./days";
import { resultsOf } from "./games";
import { place } from "./place";
import { type Game, noteDay, noteEnd, noteMove, profile } from "./profile";

/** An own game at one of its positions. */
export interface Owned {
  own: string;
  id: string;
}

/** What is on the table. */
let table: Described | null = null;

/** The name of the game that a history entry belongs to, if it is one's own. */
export function ownOf(state: unknown): string | null {
  const own = typeof state === "object" && state !== null && "own" in state ? state.own : null;
  return typeof own === "string" ? own : null;
}

function newOwn(): string {
  const chance = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...chance].map((part) => part.toString(36)).join("")}`;
}

/** The query of the address, but for the language. */
function queryHere(): string {
  const query = place().searchParams;
  query.delete("lang");
  // In a query these two need no escape, and addresses are read by people.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/");
  return text && `?${text}`;
}

/** The name of the game that a move from here belongs to: a first move begins a new one. */
export function ownFor(from: Described): string {
  if (from.moves.length === 0) {
    return newOwn();
  }
  const query = queryHere();
  const same = profile.unfinished(from.game).find((one) => one.id === from.id && one.query === query);
  return ownOf(history.state) ?? same?.own ?? newOwn();
}

/** Notes a move in one's own game; `over` if it ends with it, whatever the position says. */
export function noteStep(record: Described, own: string, over = false): void {
  const { game, start, id, moves } = record;
  const noted = { own, game, start, id, query: queryHere(), moves: moves.length, at: Date.now() };
  noteMove(noted);
  void judge(noted, record, over);
}

/** Notes that the game on the table is over, though a move may be possible. */
export function noteOver(): void {
  const own = ownOf(history.state);
  // A game that another person has begun does not become one's own by leaving it.
  if (table !== null && (own !== null || table.moves.length === 0)) {
    noteStep(table, own ?? newOwn(), true);
  }
}

/** Notes what is shown: an opponent's answer to a move in one's own game belongs to that game. */
export function noteShown(record: Described, before: Owned | null): Owned | null {
  table = record;
  const last = record.moves.at(-1) ?? "";
  const answers = before !== null && ["", "/", "."].some((joint) => before.id + joint + last === record.id);
  let own = ownOf(history.state);
  if (own === null && answers) {
    own = before.own;
    history.replaceState({ ...history.state, own }, "");
    noteStep(record, own);
  }
  return own === null ? null : { own, id: record.id };
}

/** Notes the end of a game, if it has ended. */
async function judge(game: Omit<Game, "outcome">, record: Described, over: boolean): Promise<void> {
  try {
    const query = new URLSearchParams(game.query);
    const outcome = await resultsOf(game.game).judge(record, query, over || record.over);
    if (outcome === null) {
      return;
    }
    noteEnd({ ...game, outcome });
    const day = dayOfQuery(query);
    const puzzles = day === null ? [] : await puzzlesOf(day);
    if (day !== null && puzzles.some((puzzle) => puzzle.id === game.start)) {
      noteDay(day, game.game, outcome, today());
    }
  } catch (error) {
    // Without the server nothing can be played either; with it, what is noted must not be in the player's way.
    if (!(error instanceof ApiError || error instanceof TypeError)) {
      throw error;
    }
  }
}
