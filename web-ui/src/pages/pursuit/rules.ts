/**
 * The rules of arithmetical pursuit in the browser, so that a legal move does not wait for a server.
 *
 * Positions are described exactly as the server describes them; tests compare both descriptions on the same games.
 */
import type { PursuitDescribed, PursuitRules } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { compare, equal, exact, isWhole, quotient, type Rational, text, whole } from "../../lib/rational";
import type { Rules } from "../../lib/rules";
import { calculated, Expression, OPERATORS, type Operator, operand } from "./expressions";

/** The move with which a player stops and ends the game. */
export const STOP = "=";

const ID = /^pursuit:([1-9\d.]+):([1-9]\d{0,6})(?::([a-z.-]+))?(?:\/([-\w.]+))?$/;
const NUMBER = /^[1-9]\d{0,6}$/;
const CODED = /^(0|-?[1-9]\d*(?:_[1-9]\d*)?)([asmd])(0|-?[1-9]\d*(?:_[1-9]\d*)?)$/;
const TYPED = /^(\(-?\d+(?:\/\d+)?\)|\d+)([-+*/])(\(-?\d+(?:\/\d+)?\)|\d+)$/;
const LETTERS: Readonly<Record<Operator, string>> = { "+": "a", "-": "s", "*": "m", "/": "d" };
const LONGEST = 200;

export interface Step {
  left: Rational;
  operator: Operator;
  right: Rational;
}

const writeStep = ({ left, operator, right }: Step): string => operand(left) + operator + operand(right);

/** Write a move in the notation of the pages. */
export const writeMove = (move: Step | null): string => (move ? writeStep(move) : STOP);

function codeOf(move: Step | null): string {
  const [left, right] = move ? [move.left, move.right].map((number) => text(number).replace("/", "_")) : [];
  return move ? `${left}${LETTERS[move.operator]}${right}` : "e";
}

/** Parse a number in the notation of moves or ids; null if it divides by zero. */
function numberOf(word: string): Rational | null {
  const [top = "", bottom = "1"] = word.replace(/[()]/g, "").split(/[_/]/);
  return quotient(whole(BigInt(top)), whole(BigInt(bottom)));
}

/** Parse a calculation in the notation of moves or ids; null if the text is not a calculation. */
export function stepOf(written: string, pattern: RegExp = TYPED): Step | null {
  const [, one = "", sign = "", other = ""] = (written.length <= LONGEST && pattern.exec(written)) || [];
  const operator = OPERATORS.find((each) => each === sign || LETTERS[each] === sign);
  const [left, right] = operator ? [numberOf(one), numberOf(other)] : [];
  return operator && left && right ? { left, operator, right } : null;
}

/** Parse the rules in an id; null if a word is unknown or repeated. */
function rulesOf(code: string | undefined): PursuitRules | null {
  const words = code?.split(".") ?? [];
  const known = words.every((word) => /^(all|fractions|positive|ops-[asmd]+)$/.test(word));
  const [use_all, fractions] = [words.includes("all"), words.includes("fractions")];
  const positive = words.includes("positive");
  const letters = words.find((word) => word.startsWith("ops-"))?.slice(4) ?? "asmd";
  const operators = OPERATORS.filter((sign) => letters.includes(LETTERS[sign])).join("");
  const said = [use_all && "all", fractions && "fractions", positive && "positive"];
  const text = [...said, operators.length < OPERATORS.length && `operators=${operators}`].filter(Boolean).join(",");
  const once = new Set(words.map((word) => word.split("-")[0])).size === words.length;
  return known && once ? { operators, use_all, fractions, positive, text } : null;
}

/** Return rules in the notation of ids, from words joined by commas. */
export function codeFrom(words: string): string {
  const codes = words
    .toLowerCase()
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)
    // Restore plus signs, which are read as spaces if a URL does not escape them as %2B.
    .map((word) => word.replace(/^operators=/, "ops-").replaceAll(" ", "+"))
    .map((word) => word.replace(/(?<=^ops-.*)[-+*/]/g, (sign) => LETTERS[sign as Operator]));
  return codes.map((code, at) => (at === 0 ? ":" : ".") + code).join("");
}

/** Write the rules in the notation of ids. */
function writeRules({ text, operators }: PursuitRules): string {
  const letters = [...operators].map((sign) => LETTERS[sign as Operator]).join("");
  return text.replaceAll(",", ".").replace(/operators=.*/, `ops-${letters}`);
}

/** A position. It records every number that was dealt or made, how it was made, and whether it has been used. */
export class State {
  constructor(
    readonly numbers: readonly number[],
    readonly target: number,
    readonly rules: PursuitRules,
    /** Moves so far; null stands for stopping. */
    readonly moves: readonly (Step | null)[] = [],
    readonly made: readonly { readonly expression: Expression; readonly used: boolean }[] = numbers.map((number) => ({
      expression: new Expression(whole(number)),
      used: false,
    })),
  ) {}

  get start(): State {
    return new State(this.numbers, this.target, this.rules);
  }

  get startId(): string {
    const rules = writeRules(this.rules);
    return `pursuit:${this.numbers.join(".")}:${this.target}${rules && `:${rules}`}`;
  }

  get id(): string {
    return this.moves.length > 0 ? `${this.startId}/${this.moves.map(codeOf).join(".")}` : this.startId;
  }

  /** The numbers on the table, which can still be used. */
  get table(): Rational[] {
    return this.made.flatMap(({ expression, used }) => (used ? [] : [expression.value]));
  }

  get stopped(): boolean {
    return this.moves.at(-1) === null;
  }

  /** Return the result of a step; null if the rules forbid it. */
  calculated({ left, operator, right }: Step): Rational | null {
    const { operators, fractions, positive } = this.rules;
    const result = operators.includes(operator) ? calculated(left, operator, right) : null;
    return result && (fractions || isWhole(result)) && (!positive || result.top > 0n) ? result : null;
  }

  /** All legal steps. Each calculation is listed once; sums and products have the larger number first. */
  get steps(): Step[] {
    const { table } = this;
    const steps = new Map<string, Step>();
    if (!this.stopped) {
      for (const [i, left] of table.entries()) {
        for (const [j, right] of table.entries()) {
          const order = compare(left, right) || j - i;
          for (const operator of this.rules.operators as Iterable<Operator>) {
            const step = { left, operator, right };
            if (i !== j && !("+*".includes(operator) && order < 0) && this.calculated(step)) {
              steps.set(writeStep(step), step);
            }
          }
        }
      }
    }
    return [...steps.values()];
  }

  get over(): boolean {
    return this.steps.length === 0;
  }

  /** Return the position after a step, or after stopping if `step` is null; null if that is illegal. */
  play(step: Step | null): State | null {
    if (this.over) {
      return null;
    }
    let { made } = this;
    if (step !== null) {
      const operands = [step.left, step.right].map((number) => {
        const at = made.findIndex(({ expression, used }) => !used && equal(expression.value, number));
        made = made.map((entry, place) => (place === at ? { ...entry, used: true } : entry));
        return made[at]?.expression;
      });
      const [left, right] = operands;
      if (!left || !right || !this.calculated(step)) {
        return null;
      }
      made = [...made, { expression: Expression.joined(left, step.operator, right), used: false }];
    }
    return new State(this.numbers, this.target, this.rules, [...this.moves, step], made);
  }

  /** The number that counts if the game ends now. */
  get answer(): bigint {
    const { table, target } = this;
    if (this.rules.use_all) {
      const [only] = table;
      return table.length === 1 && only && isWhole(only) ? only.top : 0n;
    }
    const far = (number: bigint): bigint => (number < target ? BigInt(target) - number : number - BigInt(target));
    const numbers = this.made.flatMap(({ expression: { value } }) => (isWhole(value) ? [value.top] : []));
    return numbers.reduce((best, each) =>
      far(each) < far(best) || (far(each) === far(best) && each < best) ? each : best,
    );
  }

  get distance(): bigint {
    const away = this.answer - BigInt(this.target);
    return away < 0n ? -away : away;
  }

  /** The formula of the number that counts; null if no number counts yet. */
  get formula(): Expression | null {
    const { use_all } = this.rules;
    const counting = this.made.filter(({ used }) => !(use_all && used));
    const answer = whole(this.answer);
    const best = counting.find(({ expression }) => equal(expression.value, answer))?.expression ?? null;
    return use_all && this.table.length > 1 ? null : best;
  }
}

/** Return the position with an id; null if the id is invalid, in which case the server explains the error. */
export function stateOf(id: string): State | null {
  const [, dealt = "", target = "0", code, moves] = ID.exec(id) ?? [];
  const rules = rulesOf(code);
  const numbers = dealt.split(".");
  const legal =
    numbers.length <= LIMITS.numbers &&
    numbers.every((number) => NUMBER.test(number) && Number(number) <= LIMITS.card) &&
    Number(target) <= LIMITS.target;
  let state = rules && legal ? new State(numbers.map(Number), Number(target), rules) : null;
  for (const word of moves?.split(".") ?? []) {
    const step = word === "e" ? null : stepOf(word, CODED);
    state = state && (step || word === "e") ? state.play(step) : null;
  }
  return state;
}

/** Describe a position as the server does. */
function described(state: State): PursuitDescribed {
  const { answer, distance, made, moves, numbers, rules, startId, steps, target } = state;
  const key = (expression: Expression): number => made.findIndex((entry) => entry.expression === expression);
  return {
    game: "pursuit",
    id: state.id,
    start: startId,
    moves: moves.map(writeMove),
    legal: steps.length > 0 ? [...steps.map(writeStep), STOP] : [],
    over: steps.length === 0,
    scores: [0 - Number(distance)],
    numbers,
    target,
    rules,
    table: made.flatMap(({ expression, used }, at) =>
      used
        ? []
        : [
            {
              key: at,
              value: exact(expression.value),
              text: text(expression.value),
              expression: String(expression),
            },
          ],
    ),
    steps: made.flatMap(({ expression }) => {
      const { left, operator, right, value } = expression;
      return left && right && operator !== ""
        ? [
            {
              left: exact(left.value),
              operator,
              right: exact(right.value),
              result: exact(value),
              keys: [key(left), key(right), key(expression)] as const,
              texts: [text(left.value), text(right.value), text(value)] as const,
            },
          ]
        : [];
    }),
    answer: Number(answer),
    answer_text: String(answer),
    answer_expression: state.formula && String(state.formula),
    distance: Number(distance),
    distance_text: String(distance),
    stopped: state.stopped,
  };
}

/** Return the position with an id; null if the id is invalid, in which case the server explains the error. */
export function read(id: string): PursuitDescribed | null {
  const state = stateOf(id);
  return state && described(state);
}

function play(from: PursuitDescribed, move: string): PursuitDescribed | null {
  const step = move === STOP ? null : stepOf(move);
  const after = step || move === STOP ? stateOf(from.id)?.play(step) : null;
  return after ? described(after) : null;
}

/** The rules that the pages use to read positions and make moves. */
export const RULES: Rules<PursuitDescribed> = { read, play };
