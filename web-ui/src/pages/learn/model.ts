/** Guided positions: how a game shows them, and which have been solved. */
import type { ComponentChildren, JSX } from "preact";
import type { Described, Lesson } from "../../generated/api";
import { readSetting, writeSetting } from "../../lib/store";

export interface LessonTable<P extends Described = Described> {
  lesson: Lesson;
  /** What is on the stage: the guided position, or what came of a move. */
  record: P;
  /** The move that is shown; null while one is asked for. */
  shown: string | null;
  /** Whether a move has been tried: what the moves are worth is no secret then. */
  tried: boolean;
  say: ComponentChildren;
  bar: JSX.Element;
  onTry: (move: string) => void;
}

/** What a game brings along for its guided positions. */
export interface LessonPages {
  /** The game's own stage, on which one move can be tried. */
  Table(props: LessonTable): JSX.Element;
  /** Reads a position by rules that the pages have themselves. */
  read?: (id: string) => Described | null;
  /** What the other player answers to a move that was tried. */
  answer?(record: Described): string | undefined;
  /** What the last move did. */
  told(record: Described, lesson: Lesson): string;
  /** The same board on paper. */
  OnPaper(props: { position: Described }): JSX.Element;
  /** What is asked. */
  question(lesson: Lesson): string;
  /** A move in words. */
  nameMove(lesson: Lesson, move: string): string;
  /** What a move, given in words, costs, as a sentence. */
  tellCost(move: string, cost: string): string;
}

/** What a try was worth. */
export type Outcome = "idea" | "other" | "costs";

export function judge(lesson: Lesson, move: string): Outcome {
  return move === lesson.move ? "idea" : lesson.best.includes(move) ? "other" : "costs";
}

/** The place of the position that an address asks for, from 0. */
export function placeOf(text: string | null, total: number): number {
  const place = Number(text ?? 1);
  return Number.isInteger(place) && place >= 1 && place <= total ? place - 1 : 0;
}

const key = (game: string): string => `learn.${game}`;

/** The names of the positions of a game that were solved in this browser. */
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
