/** One Tab stop for a grid of buttons, and arrow keys inside it (ARIA Authoring Practices: roving tabindex). */
import type { TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";

export type Roving = ReturnType<typeof useRoving>;

/** The position and size of an item, in pixels. */
type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

function middle(box: Box): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Return the nearest item in the next row up (-1) or down (1), according to the positions on the screen. */
export function inNextRow(boxes: readonly Box[], from: number, direction: 1 | -1): number {
  const here = boxes[from];
  if (!here) {
    return from;
  }
  const start = middle(here);
  let best = from;
  let distance = Infinity;
  boxes.forEach((box, index) => {
    const { x, y } = middle(box);
    const rows = (y - start.y) * direction;
    // Weight the rows so that the nearest row wins over any distance within a row.
    const weight = rows * 1e4 + Math.abs(x - start.x);
    if (rows > here.height / 2 && weight < distance) {
      best = index;
      distance = weight;
    }
  });
  return best;
}

/** Number of rows by which Page Up and Page Down move. */
const PAGE = 5;

/** Return the properties that let arrow keys move between items: `item(i)` for item i, `container` for the parent. */
export function useRoving(count: number, initial = 0) {
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
    const rows = (count: number, direction: 1 | -1): number => {
      const boxes = all.map((item) => item.getBoundingClientRect());
      return Array.from({ length: count }).reduce<number>((at) => inNextRow(boxes, at, direction), index);
    };
    const targets: Readonly<Record<string, () => number>> = {
      ArrowLeft: () => Math.max(0, index - 1),
      ArrowRight: () => Math.min(last, index + 1),
      ArrowUp: () => rows(1, -1),
      ArrowDown: () => rows(1, 1),
      PageUp: () => rows(PAGE, -1),
      PageDown: () => rows(PAGE, 1),
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
    /** The index of the item that the Tab key reaches. */
    index,
    setIndex,
    /** Move the keyboard focus to an item. */
    focus,
    container: { ref, onKeyDown },
    item: (i: number) => ({ tabIndex: i === index ? 0 : -1, "data-roving": i, onFocus: () => setIndex(i) }),
  };
}

/** Move the keyboard focus to a part of the page if the focused element is gone. */
export function focusIfLost(selector: string): void {
  if (document.activeElement === null || document.activeElement === document.body) {
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }
}
