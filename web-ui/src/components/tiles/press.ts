/** What a press of a tile means: the move, a look at what it would do first, or why it cannot be made. */
import { useRef } from "preact/hooks";
import { announce } from "../../lib/announce";
import type { AimStore } from "./aim";
import type { Pressed } from "./Tiles";

/** Milliseconds between two presses that are meant as two: a finger that trembles touches twice within less. */
const TWICE = 120;

/** Whether a press that was made in this way shows first what it would do: by touch it does, unless something was chosen. */
export function asksFirst(asks: boolean | null, how: Pressed): boolean {
  return how !== "key" && (asks ?? how === "touch");
}

/** What a press of a tile does. */
export function usePress(props: {
  /** Numbers that can be taken. */
  legal: ReadonlySet<number>;
  /** The number that was taken last. */
  last: number | undefined;
  aim: AimStore;
  /** A tile in words, for who cannot see why it cannot be taken. */
  describe: (number: number) => string;
  /** Whether a press that was made in this way shows first what it would do. */
  asks: (how: Pressed) => boolean;
  take: (number: number) => void;
  focus: (number: number) => void;
}): (number: number, how: Pressed) => void {
  const { legal, last, aim } = props;
  const touched = useRef(0);

  const look = (number: number, how: Pressed): void => {
    // The second press of a double click; what the first one did is more interesting.
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
