/** Decides what a press of a tile does: make the move, show its effect first, or explain why it is impossible. */
import { useRef } from "preact/hooks";
import { announce } from "../../lib/announce";
import type { AimStore } from "./aim";
import type { Pressed } from "./Tiles";

/** Minimum milliseconds between two intended presses: a trembling finger may touch twice in less time. */
const TWICE = 120;

/** Return whether a press first shows the effect. By default only touch does; the player's setting has priority. */
export function asksFirst(asks: boolean | null, how: Pressed): boolean {
  return how !== "key" && (asks ?? how === "touch");
}

/** Return the function that handles a press of a tile. */
export function usePress(props: {
  /** Numbers that can be taken. */
  legal: ReadonlySet<number>;
  /** The number that was taken last. */
  last: number | undefined;
  aim: AimStore;
  /** Describe a tile, for players who cannot see why it cannot be taken. */
  describe: (number: number) => string;
  /** Return whether this kind of press shows the effect first. */
  asks: (how: Pressed) => boolean;
  take: (number: number) => void;
  focus: (number: number) => void;
}): (number: number, how: Pressed) => void {
  const { legal, last, aim } = props;
  const touched = useRef(0);

  const look = (number: number, how: Pressed): void => {
    // Keep showing the effect of the last move if its tile is pressed again, for example by a double click.
    aim.set({ ...aim.get(), hover: null, pin: how !== "key" && number === last ? null : number });
    if (how === "key") {
      announce(props.describe(number));
    }
  };

  return (number, how) => {
    const before = aim.get();
    if (!legal.has(number)) {
      look(number, how);
    } else if (props.asks(how) && (before.pin !== number || performance.now() - touched.current < TWICE)) {
      if (before.pin !== number) {
        touched.current = performance.now();
      }
      aim.set({ ...before, hover: null, pin: number });
      props.focus(number);
    } else {
      props.take(number);
    }
  };
}
