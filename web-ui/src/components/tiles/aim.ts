/** The tile that the player points at with the mouse, or else with the keyboard, by touch or through a hint. */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { createStore, type Store } from "../../lib/store";
import type { drawArcs as Draw } from "../stage/arcs";

interface Aim {
  /** The tile under the mouse. */
  hover: number | null;
  /** The tile chosen by keyboard, touch or hint; kept until another is chosen. */
  pin: number | null;
  /** The number of the hint, if there is one. */
  hint: number | null;
}

export type AimStore = Store<Aim>;

export const NOTHING: Aim = { hover: null, pin: null, hint: null };

/** Return the store of the tile that the player points at. It is cleared when the position changes. */
export function useAim(id: string): AimStore {
  const [aim] = useState<AimStore>(() => createStore(NOTHING));
  // Clear the store in a layout effect, before other effects point at a tile of the new position.
  useLayoutEffect(() => aim.set(NOTHING), [id]);
  return aim;
}

/** Return the number that the player points at. */
export const aimed = (aim: Aim): number | null => aim.hover ?? aim.pin;

/** Draws arcs between tiles. Unlike marks, arcs are not needed to understand a move, so they load later. */
let drawArcs: typeof Draw | undefined;

/** Set the function that draws arcs. */
export function drawBy(draw: typeof Draw): void {
  drawArcs = draw;
}

const MARKED = "mark";

/** The numbers to mark: a move takes some as tax and makes others useless, and a hint points to some. */
export interface Marks {
  tax?: readonly number[];
  lost?: readonly number[];
  /** Numbers that a hint points to; the move is one of them. */
  area: readonly number[];
}

/**
 * Mark tiles, and return a function that removes the marks. They are set directly on the elements, because rendering a
 * large board again would be slow.
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

/** Mark the tile that the player points at, and the tiles that taking it would affect. */
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
    const erase = number === null ? undefined : drawArcs?.(board.current, number, tax);
    return () => {
      unmark();
      erase?.();
    };
  }, [id, tax.join(), lost.join(), number, aim.hint, area.join()]);
}
