/** Formulae: a formula is either a number, or two formulae joined by an operator. */
import type { PursuitStep } from "../../generated/api";
import {
  compare,
  difference,
  isWhole,
  product,
  quotient,
  type Rational,
  size,
  sum,
  text,
  whole,
} from "../../lib/rational";

export type Operator = PursuitStep["operator"];
export const OPERATORS: readonly Operator[] = ["+", "-", "*", "/"];

const RANK: Readonly<Record<Operator | "", number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "": 3 };

const RESULTS = { "+": sum, "-": difference, "*": product, "/": quotient } as const;

/** Return the result of a calculation; null if it divides by zero. */
export function calculated(left: Rational, operator: Operator, right: Rational): Rational | null {
  return RESULTS[operator](left, right);
}

/** Write a number as an operand, with brackets around fractions and negative numbers. */
export const operand = (number: Rational): string =>
  number.top < 0n || !isWhole(number) ? `(${text(number)})` : text(number);

export class Expression {
  constructor(
    readonly value: Rational,
    readonly operator: Operator | "" = "",
    readonly left: Expression | null = null,
    readonly right: Expression | null = null,
  ) {}

  /** Join two formulae; the caller ensures that the rules allow the result. */
  static joined(left: Expression, operator: Operator, right: Expression): Expression {
    return new Expression(calculated(left.value, operator, right.value) ?? whole(0), operator, left, right);
  }

  /** Return all parts in post-order: first the left operand, then the right operand, then the formula itself. */
  walk(): Expression[] {
    return [...(this.left?.walk() ?? []), ...(this.right?.walk() ?? []), this];
  }

  /** The numbers in the formula, from left to right. */
  get numbers(): number[] {
    return this.walk().flatMap(({ operator, value }) => (operator === "" ? [Number(value.top)] : []));
  }

  /** The calculations, in the order in which a person makes them. */
  get steps(): { left: Rational; operator: Operator; right: Rational; value: Rational }[] {
    return this.walk().flatMap(({ left, operator, right, value }) =>
      left && right && operator !== "" ? [{ left: left.value, operator, right: right.value, value }] : [],
    );
  }

  /** The calculations as texts, such as "106 * 9 = 954". */
  get lines(): string[] {
    return this.steps.map(
      ({ left, operator, right, value }) => `${operand(left)} ${operator} ${operand(right)} = ${text(value)}`,
    );
  }

  /** The largest absolute value of a result; for a single number, its own absolute value. */
  get largest(): Rational {
    const [first = this.value, ...rest] = this.steps.map(({ value }) => value);
    return rest.map(size).reduce((most, each) => (compare(each, most) > 0 ? each : most), size(first));
  }

  /** Write the formula without spaces and with as few brackets as possible. */
  toString(): string {
    const { left, operator, right } = this;
    if (operator === "" || !left || !right) {
      return operand(this.value);
    }
    const rank = RANK[operator];
    const one = RANK[left.operator] < rank ? `(${left})` : `${left}`;
    const other = RANK[right.operator] <= rank ? `(${right})` : `${right}`;
    return one + operator + other;
  }

  /**
   * Return the formula without the brackets around a sum in a sum, or a product in a product. Brackets stay if
   * removing them could make an intermediate result larger.
   */
  leftToRight(): Expression {
    const { operator } = this;
    if (operator === "" || !this.left || !this.right) {
      return this;
    }
    const left = this.left.leftToRight();
    const right = this.right.leftToRight();
    let operands = [right];
    for (let [first] = operands; first?.operator === operator && first.left && first.right; [first] = operands) {
      operands = [first.left, first.right, ...operands.slice(1)];
    }
    const opens =
      operator === "+"
        ? [left, ...operands].every(({ value }) => value.top >= 0n)
        : operator === "*" && operands.every(({ value }) => value.top >= 1n && isWhole(value));
    // Keep the brackets around a difference in a sum, or around a quotient in a product.
    const fits = opens && RANK[operands[0]?.operator ?? ""] !== RANK[operator];
    return (fits ? operands : [right]).reduce((one, other) => Expression.joined(one, operator, other), left);
  }
}
