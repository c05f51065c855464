// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { focusIfLost, inNextRow, useRoving } from "../src/lib/roving";
import { mount, page } from "./browser";

/** Boxes of 40 by 30 pixels, in rows of the given lengths. */
function grid(...rows: readonly number[]): { left: number; top: number; width: number; height: number }[] {
  return rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => ({ left: 44 * i, top: 34 * row, width: 40, height: 30 })),
  );
}

test("down and up lead to the nearest box of the next row", () => {
  const boxes = grid(4, 4, 2);
  assert.equal(inNextRow(boxes, 1, 1), 5);
  assert.equal(inNextRow(boxes, 5, -1), 1);
  // The last row is short.
  assert.equal(inNextRow(boxes, 7, 1), 9);
});

test("at the edge, and for a box that there is not, nothing moves", () => {
  assert.equal(inNextRow(grid(3), 1, 1), 1);
  assert.equal(inNextRow(grid(3), 1, -1), 1);
  assert.equal(inNextRow(grid(3), 7, 1), 7);
  assert.equal(inNextRow([], 0, 1), 0);
});

test("boxes of a row that are not quite level are still of that row", () => {
  const boxes = grid(2, 1).map((box, i) => (i === 1 ? { ...box, top: 12 } : box));
  assert.equal(inNextRow(boxes, 0, 1), 2);
});

test("the next row comes before a nearer column further down", () => {
  const boxes = [
    ...grid(1),
    { left: 2000, top: 34, width: 40, height: 30 },
    { left: 0, top: 68, width: 40, height: 30 },
  ];
  assert.equal(inNextRow(boxes, 0, 1), 1);
});

test("one item is reached by Tab, also when there are fewer than before", () => {
  const shown = mount(() => useRoving(5, 4));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((i) => shown.now.item(i).tabIndex),
    [-1, -1, -1, -1, 0],
  );
  shown.change(() => useRoving(3));
  assert.equal(shown.now.index, 2);
  shown.change(() => useRoving(0));
  assert.equal(shown.now.index, 0);
  shown.unmount();
});

/**
 * Press a key in a row of `count` items at `from`; returns the index of the new focus, or null for an unhandled key.
 */
function pressed(key: string, from: number, count = 9, held: object = {}): number | null {
  let focused: number | null = null;
  const shown = mount(() => useRoving(count, from));
  const items = grid(3, 3, 3)
    .slice(0, count)
    .map((box, i) => ({
      getBoundingClientRect: () => box,
      focus: () => {
        focused = i;
      },
    }));
  shown.now.container.ref.current = { querySelectorAll: () => items } as unknown as HTMLDivElement;
  let taken = false;
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    preventDefault: () => {
      taken = true;
    },
    ...held,
  };
  shown.now.container.onKeyDown(event as unknown as Parameters<typeof shown.now.container.onKeyDown>[0]);
  shown.unmount();
  assert.equal(taken, focused !== null);
  return focused;
}

test("the keys of a grid", () => {
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"].map((key) =>
      pressed(key, 4),
    ),
    [3, 5, 1, 7, 1, 7, 0, 8],
  );
});

test("nothing leads beyond the ends, and other keys are left alone", () => {
  assert.deepEqual([pressed("ArrowLeft", 0), pressed("ArrowRight", 8), pressed("PageDown", 8)], [0, 8, 8]);
  assert.equal(pressed("a", 4), null);
  assert.equal(pressed("ArrowLeft", 4, 9, { ctrlKey: true }), null);
  assert.equal(pressed("Home", 0, 0), null);
});

test("the focus is moved only if it is lost", () => {
  let moved = 0;
  page.found.set("main h1", {
    focus: () => {
      moved += 1;
    },
  });
  focusIfLost("main h1");
  page.activeElement = page.body;
  focusIfLost("main h1");
  page.activeElement = {};
  focusIfLost("main h1");
  assert.equal(moved, 2);
  focusIfLost("no such");
});
