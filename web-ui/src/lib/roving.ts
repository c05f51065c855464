/** One Tab stop for a grid of buttons, and arrow keys inside it (ARIA Authoring Practices: roving tabindex). */
import type { RefObject, TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";

export interface Roving {
  /** The item that Tab reaches. */
  index: number;
  setIndex(index: number): void;
  /** Moves the keyboard focus to an item. */
  focus(index: number): void;
  container: {
    ref: RefObject<HTMLDivElement | null>;
    onKeyDown: (event: TargetedKeyboardEvent<HTMLDivElement>) => void;
  };
  item(index: number): { tabIndex: number; "data-roving": number; onFocus: () => void };
}

/** Middle of an item, in pixels. */
function middle(item: Element): { x: number; y: number } {
  const box = item.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The nearest item in the next row up (-1) or down (1); rows are what the layout made of them. */
function vertical(items: readonly Element[], from: number, direction: 1 | -1): number {
  const here = items[from];
  if (!here) {
    return from;
  }
  const start = middle(here);
  const slack = here.getBoundingClientRect().height / 2;
  let best = from;
  let distance = Infinity;
  items.forEach((item, index) => {
    const { x, y } = middle(item);
    const rows = (y - start.y) * direction;
    // A row further away weighs more than any distance within a row.
    const weight = rows * 1e4 + Math.abs(x - start.x);
    if (rows > slack && weight < distance) {
      best = index;
      distance = weight;
    }
  });
  return best;
}

/** Keyboard movement for `count` items, which take `item(i)` as properties inside an element that takes `container`. */
export function useRoving(count: number, initial = 0): Roving {
  const [chosen, setIndex] = useState(initial);
  const ref = useRef<HTMLDivElement>(null);
  const index = Math.max(0, Math.min(chosen, count - 1));

  const items = (): HTMLElement[] => [...(ref.current?.querySelectorAll<HTMLElement>("[data-roving]") ?? [])];
  const focus = (target: number): void => {
    setIndex(target);
    items()[target]?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const all = items();
    const last = all.length - 1;
    const targets: Readonly<Record<string, () => number>> = {
      ArrowLeft: () => Math.max(0, index - 1),
      ArrowRight: () => Math.min(last, index + 1),
      ArrowUp: () => vertical(all, index, -1),
      ArrowDown: () => vertical(all, index, 1),
      PageUp: () => [1, 2, 3, 4, 5].reduce((at) => vertical(all, at, -1), index),
      PageDown: () => [1, 2, 3, 4, 5].reduce((at) => vertical(all, at, 1), index),
      Home: () => 0,
      End: () => last,
    };
    const target = targets[event.key];
    if (target && all.length) {
      event.preventDefault();
      focus(target());
    }
  };
  return {
    index,
    setIndex,
    focus,
    container: { ref, onKeyDown },
    item: (i) => ({ tabIndex: i === index ? 0 : -1, "data-roving": i, onFocus: () => setIndex(i) }),
  };
}

/** Puts the keyboard focus on a part of the page if what had it is gone. */
export function focusIfLost(selector: string): void {
  if (document.activeElement === null || document.activeElement === document.body) {
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }
}
