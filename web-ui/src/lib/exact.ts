/** Returns signs, negatives and absolute values of exact numbers, all without rounding. */
import type { Exact } from "../generated/api";

/** Return -1, 0 or 1, the sign of a number. */
export function sign(value: Exact): -1 | 0 | 1 {
  const text = String(value);
  return text.startsWith("-") ? -1 : text === "0" ? 0 : 1;
}

export function negated(value: Exact): Exact {
  if (typeof value === "number") {
    // Return 0 instead of -0.
    return value === 0 ? 0 : -value;
  }
  return value.startsWith("-") ? value.slice(1) : `-${value}`;
}

export function magnitude(value: Exact): Exact {
  return sign(value) < 0 ? negated(value) : value;
}

/** Return a rounded number. Use it only for looks, such as those of a coin or of a total that counts up. */
export function roughly(value: Exact): number {
  const [top = "0", bottom = "1"] = String(value).split("/");
  return Number(top) / Number(bottom);
}
