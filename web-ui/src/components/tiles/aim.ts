/** What the player is looking at: the tile pointed at, or else the one reached by keyboard, touched, or hinted. */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { createStore, type Store } from "../../lib/store";
import { drawArcs } from "../stage/arcs";

export interface Aim {
  /** Under the mouse. */
  hover: number | null;
  /** Chosen by keyboard, touch or hint; stays until another is. */
  pin: number | null;
  /** The number of the hint, if there is one. */
  hint: number | null;
}

export type AimStore = Store<Aim>;

export const NOTHING: Aim = { hover: null, pin: null, hint: null };

/** Where the player looks in a position; what was aimed at before belongs to another one. */
export function useAim(id: string): AimStore {
  const [aim] = useState<AimStore>(() => createStore(NOTHING));
  // Before any effect that aims at something in the new position.
  useLayoutEffect(() => aim.set(NOTHING), [id]);
  return aim;
}

/** The number that is shown. */
export const aimed = (aim: Aim): number | null => aim.hover ?? aim.pin;

const MARKED = "mark";

/** What a move in question would do to other tiles, and what else is to be seen on the board. */
export interface Marks {
  tax?: readonly number[];
  lost?: readonly number[];
  /** Numbers among which a hint lies. */
  area: readonly number[];
}

/** Marks tiles on the board: what a move would take, cost and strand. Set on the elements, for the board is large. */
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

/** Shows on the board what is aimed at in a position, and what it would do. */
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
