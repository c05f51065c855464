import type { JSX } from "preact";
import type { Exact } from "../../generated/api";
import { roughly } from "../../lib/exact";
import { num } from "../../lib/i18n";
import "./coin.css";

/** The look of a coin. Its metal and its size hint at the value, and the exact value is printed on the coin. */
export interface Look {
  metal: "copper" | "silver" | "gold" | "iron";
  /** Relative size, from 0 for the smallest coin to 1 for the largest. */
  size: number;
}

/** Return a function that maps a coin's value to its look, given the values of all coins of a game. */
export function metals(values: readonly Exact[]): (value: Exact) => Look {
  const all = values.map(roughly);
  const low = Math.min(...all);
  const span = Math.max(...all) - low;
  return (value) => {
    const rank = span === 0 ? 0.5 : (roughly(value) - low) / span;
    const metal =
      roughly(value) <= 0 ? "iron" : span === 0 || rank > 2 / 3 ? "gold" : rank > 1 / 3 ? "silver" : "copper";
    return { metal, size: rank };
  };
}

/** Return the width of a coin in units of `--coins-unit`: its diameter, or more for a number of many digits. */
export function widthOf(value: Exact, { size }: Look): number {
  const { length } = num(value);
  return Math.max(1 + 0.25 * size, length > 3 ? 0.23 * length + 0.5 : 0.29 * length + 0.33);
}

export function Coin(props: { value: Exact; look: (value: Exact) => Look; small?: boolean }): JSX.Element {
  const text = num(props.value);
  const { metal, size } = props.look(props.value);
  return (
    <span
      class={`coins-coin ${metal} ${props.small ? "little" : ""} ${text.length > 3 ? "wide" : ""}`}
      style={{ "--coins-size": size.toFixed(2) }}
    >
      {text}
    </span>
  );
}

/** Return a function that turns the text of a coin into a small picture, for use within sentences. */
export function pieces(numbers: readonly number[]): (text: string) => JSX.Element {
  const look = metals(numbers);
  return (text) => <Coin value={Number(text)} look={look} />;
}
