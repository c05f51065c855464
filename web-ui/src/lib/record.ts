/**
 * Records the games that are played. lib/position.ts calls this module at every move. If a game ends without a move,
 * for example because time runs out, its page calls `noteOver`.
 *
 * A game becomes the player's own with the first move that the player makes. Its name is only in the entries of the
 * browser's history, so opening a link never changes another game.
 */
import type { Described } from "../generated/api";
import { ApiError } from "./api";
import { dayOfQuery } from "./calendar";
import { puzzleOf } from "./daily";
import { today } from "./days";
import { noteDay, noteEnd, noteMove } from "./noting";
import { resultsOf } from "./outcomes";
import { type Game, profile } from "./profile";
import { BY_LINK, ownQuery } from "./sending";

/** A position in one of the player's own games. */
export interface Owned {
  own: string;
  id: string;
}

/** The position that the page shows. */
let table: Described | null = null;

/** Return the name of the game that a history entry belongs to, if it is the player's own. */
export function ownOf(state: unknown): string | null {
  const own = typeof state === "object" && state !== null && "own" in state ? state.own : null;
  return typeof own === "string" ? own : null;
}

function newOwn(): string {
  const chance = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...chance].map((part) => part.toString(36)).join("")}`;
}

/**
 * Return the id of the position after the first k of a line's moves. The moves in an id are joined by dots, or
 * each move is a single letter.
 */
export function prefix(line: string, total: number, k: number): string {
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

/** Return the player's unfinished game that the other player has sent back as a link; undefined if there is none. */
function sentBack({ game, id, moves }: Described): Game | undefined {
  const query = ownQuery();
  const sent = new URLSearchParams(query).get("vs") === BY_LINK;
  return profile
    .unfinished(game)
    .find(
      (one) => sent && one.query === query && prefix(id, moves.length, Math.min(one.moves, moves.length)) === one.id,
    );
}

/** Return the name of the game to which a move from this position belongs. A first move starts a new game. */
export function ownFor(from: Described): string {
  if (from.moves.length === 0) {
    return newOwn();
  }
  const query = ownQuery();
  const same = profile.unfinished(from.game).find((one) => one.id === from.id && one.query === query);
  return ownOf(history.state) ?? same?.own ?? newOwn();
}

/** Note a move in the player's own game. `over` says that the game has ended even if a move is possible. */
export function noteStep(record: Described, own: string, over = false): void {
  const { game, start, id, moves } = record;
  const noted = { own, game, start, id, query: ownQuery(), moves: moves.length, at: Date.now() };
  noteMove(noted);
  void judge(noted, record, over);
}

/** Note that the shown game is over, even if a move is possible. */
export function noteOver(): void {
  const own = ownOf(history.state);
  // Ignore a game that another person began: ending it does not make it the player's own.
  if (table !== null && (own !== null || table.moves.length === 0)) {
    noteStep(table, own ?? newOwn(), true);
  }
}

/** Note the shown position. It belongs to the player's own game if the opponent has just answered in that game. */
export function noteShown(record: Described, before: Owned | null): Owned | null {
  table = record;
  const last = record.moves.at(-1) ?? "";
  const answers = before !== null && ["", "/", "."].some((joint) => before.id + joint + last === record.id);
  let own = ownOf(history.state);
  const known = own !== null ? undefined : answers ? before.own : sentBack(record)?.own;
  if (known !== undefined) {
    own = known;
    history.replaceState({ ...history.state, own }, "");
    noteStep(record, own);
  }
  return own === null ? null : { own, id: record.id };
}

/** Note the end of a game, if it has ended. */
async function judge(game: Omit<Game, "outcome">, record: Described, over: boolean): Promise<void> {
  try {
    const query = new URLSearchParams(game.query);
    const outcome = await resultsOf(game.game).judge(record, query, over || record.over);
    if (outcome === null) {
      return;
    }
    noteEnd({ ...game, outcome });
    const day = dayOfQuery(query);
    if (day !== null && (await puzzleOf(day, game.start))) {
      noteDay(day, game.game, outcome, today());
    }
  } catch (error) {
    // Ignore failures of the server, since recording a game must never disturb the player.
    if (!(error instanceof ApiError || error instanceof TypeError)) {
      throw error;
    }
  }
}
