/** The tile that the player looks at: the one under the pointer, or else the one reached by keyboard, touch or hint. */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { createStore, type Store } from "../../lib/store";
import { drawArcs } from "../stage/arcs";

export interface Aim {
  /** The tile under the mouse. */
  hover: number | null;
  /** The tile chosen by keyboard, touch or hint; kept until another is chosen. */
  pin: number | null;
  /** The number of the hint, if there is one. */
  hint: number | null;
}

export type AimStore = Store<Aim>;

export const NOTHING: Aim = { hover: null, pin: null, hint: null };

/** Return the store of the player's aim. A new position clears it, since the old aim belonged to another board. */
export function useAim(id: string): AimStore {
  const [aim] = useState<AimStore>(() => createStore(NOTHING));
  // Clear in a layout effect, before effects aim at something in the new position.
  useLayoutEffect(() => aim.set(NOTHING), [id]);
  return aim;
}

/** The number that is aimed at. */
export const aimed = (aim: Aim): number | null => aim.hover ?? aim.pin;

const MARKED = "mark";

/** The effect of a move on other tiles, and further marks on the board. */
export interface Marks {
  tax?: readonly number[];
  lost?: readonly number[];
  /** Numbers among which a hint lies. */
  area: readonly number[];
}

/**
 * Mark tiles that a move would take, cost or strand. The classes are set on the elements directly, since the board is
 * large.
 */
export function mark(board: HTMLElement, marks: ReadonlyMap<number, string>): () => void {
  const set: HTMLElement[] = [];
  for (const tile of board.querySelectorAll<HTMLElement>("[data-number]")) {
    const text = marks.get(Number(tile.dataset.number));
    if (text !== undefined) {
      tile.dataset[MARKED] = text;
      set.push(tile);
    }
  }
  return () => {
    for (const tile of set) {
      delete tile.dataset[MARKED];
    }
  };
}

/** Mark the tile that is aimed at, and the effect of taking it. */
export function useMarks(board: RefObject<HTMLElement | null>, id: string, aim: Aim, marks: Marks): void {
  const { tax = [], lost = [], area } = marks;
  const number = aimed(aim);
  useLayoutEffect(() => {
    if (!board.current) {
      return undefined;
    }
    const all = new Map<number, string>();
    for (const [mark, numbers] of Object.entries({ area, tax, lost })) {
      for (const each of numbers) {
        all.set(each, mark);
      }
    }
    if (aim.hint !== null) {
      all.set(aim.hint, "hint");
    }
    if (number !== null) {
      all.set(number, number === aim.hint ? "hint" : "aim");
    }
    const unmark = mark(board.current, all);
    const erase = number === null ? null : drawArcs(board.current, number, tax);
    return () => {
      unmark();
      erase?.();
    };
  }, [id, tax.join(), lost.join(), number, aim.hint, area.join()]);
}
