/**
 * Tests that boards fit their container: every number has a place, no row is empty, and no board is wider or higher
 * than the container.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { fitsWord, roomFor, shapeOf } from "../src/components/tiles/shape";

const ROOMS = [
  [850, 590],
  [1400, 850],
  [374, 520],
  [390, 300],
] as const;

test("every number has a place, and no row is empty", () => {
  for (const [width, height] of ROOMS) {
    for (let count = 1; count <= 400; count += 1) {
      const { columns, rows } = shapeOf(count, String(count).length, width, height);
      assert.ok(columns * rows >= count, `${count} in ${width} x ${height}`);
      assert.ok(columns * (rows - 1) < count, `${count} in ${width} x ${height}`);
    }
  }
});

test("a board that fits has tiles to be pressed, and one that does not grows", () => {
  for (const [width, height] of ROOMS) {
    for (const count of [10, 20, 50, 100, 300, 1000]) {
      const { columns, rows, grows } = shapeOf(count, String(count).length, width, height);
      assert.equal(grows, Math.min(width / columns, height / rows) < 30, `${count}`);
    }
  }
  assert.equal(shapeOf(20, 2, 374, 520).grows, false);
  assert.equal(shapeOf(1000, 4, 374, 520).grows, true);
});

test("a window of a computer shows rows that people count in", () => {
  assert.deepEqual(shapeOf(20, 2, 850, 590), { columns: 5, rows: 4, grows: false });
  assert.ok(roomFor(4) > roomFor(2));
});

test("a tile has a word only where the word keeps clear of its edges", () => {
  const fits = (count: number, width: number, height: number): boolean =>
    fitsWord(shapeOf(count, 2, width, height), width, height);
  assert.equal(fits(20, 374, 520), true);
  assert.equal(fits(50, 374, 520), false);
  assert.equal(fits(20, 344, 330), false);
  assert.equal(fits(50, 850, 590), true);
});
