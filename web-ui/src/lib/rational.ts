/** Exact arithmetic: integers of any size, and fractions in lowest terms. */
import type { Exact } from "../generated/api";

export interface Rational {
  readonly top: bigint;
  /** The denominator, which is always positive. */
  readonly bottom: bigint;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : commonDivisor(b, a % b);
}

/** Return a fraction in lowest terms; the denominator must not be 0. */
export function ratio(top: bigint, bottom: bigint): Rational {
  const divisor = commonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { top: top / divisor, bottom: bottom / divisor };
}

export const whole = (number: number | bigint): Rational => ({ top: BigInt(number), bottom: 1n });

export const isWhole = ({ bottom }: Rational): boolean => bottom === 1n;

/** Convert a number from an answer of the API. */
export function rational(value: Exact): Rational {
  const [top = "", bottom = "1"] = String(value).split("/");
  return ratio(BigInt(top), BigInt(bottom));
}

export const text = ({ top, bottom }: Rational): string => (bottom === 1n ? `${top}` : `${top}/${bottom}`);

/** Convert a number to the form that answers of the API use. */
export const exact = (number: Rational): Exact => (isWhole(number) ? Number(number.top) : text(number));

/** Return a negative number, 0 or a positive number if a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const [left, right] = [a.top * b.bottom, b.top * a.bottom];
  return left < right ? -1 : left > right ? 1 : 0;
}

export const equal = (a: Rational, b: Rational): boolean => a.top === b.top && a.bottom === b.bottom;

export const size = ({ top, bottom }: Rational): Rational => ({ top: top < 0n ? -top : top, bottom });

export const sum = (a: Rational, b: Rational): Rational =>
  ratio(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);

export const difference = (a: Rational, b: Rational): Rational =>
  ratio(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);

export const product = (a: Rational, b: Rational): Rational => ratio(a.top * b.top, a.bottom * b.bottom);

/** Return a / b; null if b is zero. */
export const quotient = (a: Rational, b: Rational): Rational | null =>
  b.top === 0n ? null : ratio(a.top * b.bottom, a.bottom * b.top);
