/** Types with which a game declares its guided positions, and a record of the solved ones. */
import type { ComponentChildren, JSX } from "preact";
import type { Described, Lesson } from "../../generated/api";
import type { TextKey } from "../../lib/i18n";
import { readSetting, writeSetting } from "../../lib/store";

export interface LessonTable<P extends Described = Described> {
  lesson: Lesson;
  /** The position on the stage: the guided one, or the result of a move. */
  record: P;
  /** The tried move that the stage shows; null while the reader chooses a move. */
  shown: string | null;
  /** Set after the first attempt, when the worth of the moves may be shown. */
  tried: boolean;
  say: ComponentChildren;
  bar: JSX.Element;
  onTry: (move: string) => void;
}

/** A game's components and texts for its guided positions. */
export interface LessonPages {
  /** The game's own stage, on which the reader can try one move. */
  Table(props: LessonTable): JSX.Element;
  /** Return the position with an id, if the pages know the rules of the game. */
  read?: (id: string) => Described | null;
  /** Return the other player's answer to a tried move, which led to `record`. */
  answer?(record: Described): string | undefined;
  /** Describe the effect of the last move. */
  told(record: Described, lesson: Lesson): string;
  /** The board of a position for printing. */
  OnPaper(props: { position: Described }): JSX.Element;
  /** Return the question that the reader has to answer. */
  question(lesson: Lesson): string;
  /** Describe a move. */
  nameMove(lesson: Lesson, move: string): string;
  /** A link to another kind of puzzle with the same game. */
  also?: { href: string; text: TextKey };
  /** Return a sentence about the cost of a move; both arguments are texts. */
  tellCost(move: string, cost: string): string;
}

/** The result of an attempt: the move that the lesson teaches, another best move, or a mistake. */
export type Outcome = "idea" | "other" | "costs";

export function judge(lesson: Lesson, move: string): Outcome {
  return move === lesson.move ? "idea" : lesson.best.includes(move) ? "other" : "costs";
}

/** Return the index, counted from 0, of the position that a URL asks for. */
export function placeOf(text: string | null, total: number): number {
  const place = Number(text ?? 1);
  return Number.isInteger(place) && place >= 1 && place <= total ? place - 1 : 0;
}

const key = (game: string): string => `learn.${game}`;

/** Return the names of a game's positions that were solved in this browser. */
export function solvedOf(game: string): ReadonlySet<string> {
  return new Set((readSetting(key(game)) ?? "").split(",").filter(Boolean));
}

export function noteSolved(game: string, name: string): ReadonlySet<string> {
  const solved = new Set([...solvedOf(game), name]);
  writeSetting(key(game), [...solved].join(","));
  return solved;
}

export function forgetSolved(game: string): void {
  writeSetting(key(game), "");
}
