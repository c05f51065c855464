/** Answers questions about typed expressions. An answer has the value and the moves, or the mistake. */
import { only } from "../../answers/play";
import type { PursuitMistake, PursuitTyped } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { equal, exact, isWhole, type Rational, whole, text as write } from "../../lib/rational";
import { calculated, Expression, type Operator } from "./expressions";
import { type State, type Step, stateOf, stepOf, writeMove } from "./rules";

const LONGEST = 1000;
const LONGEST_STEP = 200;
const SIGNS: Readonly<Record<string, Operator>> = Object.fromEntries(
  Array.from("+-*/×·xX÷:−–", (sign, at) => [sign, "+-*/****//--".charAt(at) as Operator]),
);
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]" };
const RANK: Readonly<Record<Operator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };
const OPERAND = String.raw`\(\s*-?[0-9]+(?:/[0-9]+)?\s*\)|-?[0-9]+`;
const STEP = new RegExp(String.raw`^(${OPERAND})\s*([-+*/])\s*(${OPERAND})$`);

/** A mistake in a part of the text, from `start` up to but excluding `stop`. */
class Wrong extends Error {
  constructor(
    readonly start: number,
    readonly stop: number,
    /** Set if the part divides by zero. */
    readonly zero = false,
  ) {
    super();
  }
}

/** A part of an expression. Its start and end in the text exclude the brackets around it. */
interface Part {
  value: Rational;
  operator: Operator | "";
  operands: readonly Part[];
  start: number;
  stop: number;
}

const walk = (part: Part): Part[] => [...part.operands.flatMap(walk), part];

/** Parse a text from left to right, with a stack of operands, and a stack of operators and open brackets. */
function parsed(text: string): Part {
  // Each operand has two extents: `part` excludes the brackets around it, and `start` to `stop` includes them.
  const operands: { part: Part; start: number; stop: number }[] = [];
  const pending: { token: string; place: number }[] = [];
  let wantsNumber = true;
  const join = (rank: number): void => {
    for (let last = pending.at(-1); last; last = pending.at(-1)) {
      const operator = SIGNS[last.token];
      if (operator === undefined || RANK[operator] < rank) {
        return;
      }
      pending.pop();
      const [right, left] = [operands.pop(), operands.pop()];
      if (!left || !right) {
        return;
      }
      const { start } = left;
      const { stop } = right;
      const value = calculated(left.part.value, operator, right.part.value);
      if (value === null) {
        throw new Wrong(start, stop, true);
      }
      operands.push({ part: { value, operator, operands: [left.part, right.part], start, stop }, start, stop });
    }
  };
  for (const { 0: token, index: place } of text.matchAll(/[0-9]+|\S/g)) {
    const stop = place + token.length;
    const wrong = new Wrong(place, stop);
    const last = pending.at(-1);
    if (/^[0-9]/.test(token)) {
      if (!wantsNumber || BigInt(token) > LIMITS.card) {
        throw wrong;
      }
      const part: Part = { value: whole(BigInt(token)), operator: "", operands: [], start: place, stop };
      operands.push({ part, start: place, stop });
      wantsNumber = false;
    } else if (token in CLOSING && wantsNumber) {
      pending.push({ token, place });
    } else if (Object.values(CLOSING).includes(token) && !(wantsNumber && last)) {
      join(0);
      const opening = pending.pop();
      const operand = operands.pop();
      if (!opening || !operand || CLOSING[opening.token] !== token) {
        throw wrong;
      }
      operands.push({ part: operand.part, start: opening.place, stop });
    } else if (SIGNS[token] !== undefined && !wantsNumber) {
      join(RANK[SIGNS[token]]);
      pending.push({ token, place });
      wantsNumber = true;
    } else {
      throw wrong;
    }
  }
  const open = pending.at(-1);
  if (operands.length === 0 && !open) {
    throw new Wrong(0, text.length);
  }
  if (wantsNumber && open) {
    throw new Wrong(open.place, open.place + 1);
  }
  join(0);
  const left = pending.at(-1);
  const [all] = operands;
  if (left || !all) {
    throw new Wrong(left?.place ?? 0, (left?.place ?? 0) + 1);
  }
  return all.part;
}

/** Check that an expression uses numbers on the table, and that the rules allow its calculations. */
function check(text: string, whole: Part, numbers: readonly number[], state: State): void {
  const left = [...numbers];
  for (const { operator, value, start, stop } of walk(whole)) {
    const at = left.indexOf(Number(value.top));
    if (operator === "" && at < 0) {
      throw new Wrong(start, stop);
    }
    left.splice(at, operator === "" ? 1 : 0);
  }
  for (const { operands, operator, start, stop } of walk(whole)) {
    const [one, other] = operands;
    if (one && other && operator !== "" && !state.calculated({ left: one.value, operator, right: other.value })) {
      if (state.rules.operators.includes(operator)) {
        throw new Wrong(start, stop);
      }
      // Blame the operator, which is the only sign between two operands apart from brackets and spaces.
      const sign = Array.from(text).findIndex((each, at) => at >= one.stop && at < other.start && each in SIGNS);
      throw new Wrong(sign, sign + 1);
    }
  }
  if (!isWhole(whole.value)) {
    throw new Wrong(whole.start, whole.stop);
  }
}

/** Parse a step such as (1/2)*6; null if the text is not a step, or the step is illegal. */
function stepIn(text: string, state: State): Step | null {
  const plain = Array.from(text.trim(), (sign) => SIGNS[sign] ?? sign).join("");
  const isStep = text.length <= LONGEST_STEP && STEP.test(plain);
  const step = isStep ? stepOf(plain.replace(/\s/g, ""), STEP) : null;
  return step && state.play(step) ? step : null;
}

/**
 * Parse a step or an expression that uses numbers on the table. Return an expression in which the numbers of the deal
 * replace the numbers made from them, the steps, and the position after the steps.
 */
function readIn(text: string, state: State): { expression: Expression; steps: Step[]; end: State } {
  const onTable = (value: Rational): Expression | undefined =>
    state.made.findLast(({ expression, used }) => !used && equal(expression.value, value))?.expression;
  const step = stepIn(text, state);
  const [left, right, played] = step ? [onTable(step.left), onTable(step.right), state.play(step)] : [];
  if (step && left && right && played) {
    return { expression: Expression.joined(left, step.operator, right), steps: [step], end: played };
  }
  const positive = state.table.filter((number) => isWhole(number) && number.top > 0n && number.top <= LIMITS.card);
  if (positive.length === 0) {
    throw new Wrong(0, text.length);
  }
  const typed = parsed(text);
  check(
    text,
    typed,
    positive.map(({ top }) => Number(top)),
    state,
  );
  const steps = walk(typed).flatMap(({ operands: [one, other], operator }) =>
    one && other && operator !== "" ? [{ left: one.value, operator, right: other.value }] : [],
  );
  const end = steps.reduce<State | null>((from, each) => from?.play(each) ?? null, state);
  const expression = steps.length > 0 ? end?.made.at(-1)?.expression : onTable(typed.value);
  if (!end || !expression) {
    throw new RangeError(`${text} cannot be played`);
  }
  return { expression, steps, end };
}

function isReadable(text: string): boolean {
  try {
    return text.length <= LONGEST && parsed(text) !== null;
  } catch (error) {
    if (error instanceof Wrong) {
      return false;
    }
    throw error;
  }
}

/** Return whether more text could complete an expression. */
function couldGoOn(text: string): boolean {
  const open: string[] = [];
  for (const sign of text) {
    if (CLOSING[sign] !== undefined) {
      open.push(CLOSING[sign]);
    } else if (sign === open.at(-1)) {
      open.pop();
    }
  }
  const end = open.reverse().join("");
  return isReadable(text + end) || isReadable(`${text}1${end}`);
}

/** Classify a mistake. */
function problemOf(text: string, { start, stop, zero }: Wrong, state: State): PursuitMistake["problem"] {
  if (zero) {
    return "zero";
  }
  if (!isReadable(text)) {
    return couldGoOn(text) ? "unfinished" : "unreadable";
  }
  const part = text.slice(start, stop);
  if (part in SIGNS) {
    return "operator";
  }
  if (/^\d+$/.test(part)) {
    const number = whole(BigInt(part));
    const dealt = state.numbers.includes(Number(part));
    return state.table.some((each) => equal(each, number)) ? "twice" : dealt ? "gone" : "absent";
  }
  return isWhole(parsed(part).value) ? "negative" : "fraction";
}

/** Answer with the value of a typed expression, or its mistake. */
export function evaluate(query: URLSearchParams): PursuitTyped | PursuitMistake | null {
  const state = only(query, "id", "expression") ? stateOf(query.get("id") ?? "") : null;
  const text = query.get("expression");
  // Leave texts with other characters to the server: programming languages count such characters differently, and
  // disagree about which of them are spaces.
  if (!state || text === null || text.length > LONGEST || !/^[ -~×÷·−–\u00a0]*$/.test(text)) {
    return null;
  }
  const equals = text.indexOf("=");
  const [words, claim] = equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
  let mistake: PursuitMistake | null = null;
  // Try to read the expression in the numbers on the table first, then in the numbers of the deal.
  for (const here of state.over ? [state.start] : [state, state.start]) {
    try {
      const { expression, steps, end } = readIn(words, here);
      const { value } = expression;
      if (claim.trim() !== "" && claim.trim() !== write(value)) {
        const start = text.length - claim.trimStart().length;
        return { valid: false, error: "", problem: "claim", start, stop: text.trimEnd().length };
      }
      const away = value.top - BigInt(state.target);
      const distance = isWhole(value) ? (away < 0n ? -away : away) : null;
      return {
        valid: true,
        expression: String(expression),
        value: exact(value),
        value_text: write(value),
        distance: distance === null ? null : Number(distance),
        distance_text: distance === null ? null : String(distance),
        used: expression.numbers.sort((a, b) => a - b),
        steps: expression.lines,
        from: here.id,
        moves: steps.map(writeMove),
        position: end.id,
      };
    } catch (error) {
      if (!(error instanceof Wrong)) {
        throw error;
      }
      const { start, stop } = error;
      // Report the mistake that is later in the text: the player more likely meant this reading.
      if (mistake === null || start > mistake.start) {
        mistake = { valid: false, error: "", problem: problemOf(words, error, here), start, stop };
      }
    }
  }
  return mistake;
}
