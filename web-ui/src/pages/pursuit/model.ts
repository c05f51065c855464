/** What the pages about pursuit know of the API, and how they write its numbers. */
import { num, type PluralKey, type TextParams, tn } from "../../lib/i18n";
import type { PositionRecord } from "../../lib/position";

export type Operator = "+" | "-" | "*" | "/";
export const OPERATORS: readonly Operator[] = ["+", "-", "*", "/"];

/** The signs of printed arithmetic. */
export const SIGNS: Readonly<Record<Operator, string>> = { "+": "+", "-": "−", "*": "×", "/": "÷" };

/** A number on the table. */
export interface Card {
  /** Counts all numbers of the game: the dealt ones from 0, then the results. */
  key: number;
  /** The value: as a number, a browser would round integers from 2^53 on. */
  text: string;
  /** How it was made from numbers of the deal. */
  expression: string;
}

export interface RulesRecord {
  text: string;
  operators: string;
  use_all: boolean;
  fractions: boolean;
  positive: boolean;
}

/** What the API tells of a position of pursuit. */
export interface PursuitRecord extends PositionRecord {
  numbers: number[];
  target: number;
  rules: RulesRecord;
  table: Card[];
  /** The keys and the texts are those of the two numbers and of their result. */
  steps: { operator: Operator; keys: [number, number, number]; texts: [string, string, string] }[];
  answer_text: string;
  answer_expression: string | null;
  distance: number;
  distance_text: string;
  stopped: boolean;
}

/** What the API tells of a game that is dealt. */
export interface Dealt {
  position: string;
  target: number;
}

/** What the API tells of a solved deal. */
export interface Solved {
  target: number;
  value: number | null;
  distance: number;
  expression: string | null;
  steps: string[];
  used: number[];
  operations: number;
  difficulty: { grade: Grade; points: number } | null;
  nearest?: { low: number; high: number; count: number; below: number | null; above: number | null } | null;
  solutions?: { expression: string; operations: number; largest_text: string }[];
  count?: number;
  total?: number | null;
  complete?: boolean;
  expressions?: number | null;
}

/** What the API tells of a hint. */
export interface Hint {
  position: string;
  /** The distance that is still possible, with a minus sign. */
  value: number;
  moves: string[];
}

/** What the API tells of all targets of a deal. */
export interface Mapped {
  low: number;
  high: number;
  count: number;
  reachable: number[];
  missing: number[];
}

/** What the API tells of an expression that somebody types. */
export type Evaluated =
  | {
      valid: true;
      value_text: string;
      distance: number | null;
      distance_text: string | null;
      moves: string[];
      position: string;
    }
  | { valid: false; error: string; problem: Problem; start: number; stop: number };

export type Problem =
  | "unfinished"
  | "unreadable"
  | "absent"
  | "gone"
  | "twice"
  | "operator"
  | "zero"
  | "fraction"
  | "negative"
  | "claim";

export const GRADES = ["very easy", "easy", "medium", "hard", "very hard", "impossible"] as const;
export type Grade = (typeof GRADES)[number];

export const MAX_CARD = 1_000_000;
export const MAX_TARGET = 1_000_000;
export const MAX_NUMBERS = 8;

/** An expression as it is printed: "(100 + 6) × 9 − 3". */
export function pretty(expression: string): string {
  return expression.replace(/[-+*/]/g, (sign) => ` ${SIGNS[sign as Operator]} `);
}

const STEP = /^(\(.*?\)|-?\d+)([-+*/])(\(.*\)|-?\d+)$/;

/** A step of a game as it is printed; its numbers may be fractions, and negative. */
export function prettyMove(move: string): string {
  const [, left, sign, right] = STEP.exec(move) ?? [];
  if (left === undefined || sign === undefined || right === undefined) {
    return move;
  }
  return `${left.replace("-", "−")} ${SIGNS[sign as Operator]} ${right.replace("-", "−")}`;
}

/** A line such as "106 * 9 = 954" as it is printed. */
export function prettyLine(line: string): string {
  return line.replace(/ ([-+*/]) /, (_, sign: string) => ` ${SIGNS[sign as Operator]} `).replace(/-(?=\d)/g, "−");
}

/** A number as an operand of a move. */
function operand(text: string): string {
  return /^\d+$/.test(text) ? text : `(${text})`;
}

/**
 * The legal move that combines two numbers, given as texts, if there is one; sums and products are listed in one order
 * alone.
 */
export function findMove(legal: readonly string[], left: string, operator: Operator, right: string): string | null {
  const move = operand(left) + operator + operand(right);
  if (legal.includes(move)) {
    return move;
  }
  const turned = operand(right) + operator + operand(left);
  return (operator === "+" || operator === "*") && legal.includes(turned) ? turned : null;
}

/** A text about a distance, which may be too long for a number. */
export function away(key: PluralKey, far: { distance: number; distance_text: string }, params: TextParams = {}): string {
  return tn(key, far.distance, { count: num(far.distance_text), ...params });
}

/** The targets that are looked at around a target: the article's 1000, or so many around a larger one. */
export function mappedTargets(target: number): string {
  if (target <= 1000) {
    return "1-1000";
  }
  const low = Math.min(target - 500, MAX_TARGET - 999);
  return `${low}-${low + 999}`;
}
