import assert from "node:assert/strict";
import test from "node:test";
import { beginnerMoves, cellsOf, neighbour, nextCell, readRow, sourcesOf } from "../src/pages/coins/cells";

test("a row has 2 to 8 whole numbers from 1 to 99", () => {
  assert.deepEqual(readRow("1 2 4 3"), [1, 2, 4, 3]);
  assert.deepEqual(readRow(" 10.20, 3;4 "), [10, 20, 3, 4]);
  for (const text of ["", "5", "1 2 3 4 5 6 7 8 9", "1 0", "1 100", "1 -2", "a b", "1/2 3"]) {
    assert.equal(readRow(text), null, text);
  }
});

test("a triangle of n coins has n (n + 1) / 2 cells, the small parts first", () => {
  const cells = cellsOf(4);
  assert.equal(cells.length, 10);
  assert.deepEqual(cells[0], { first: 0, length: 1 });
  assert.deepEqual(cells.at(-1), { first: 0, length: 4 });
  for (const cell of cells) {
    for (const source of sourcesOf(cell)) {
      assert.ok(
        cells.findIndex((one) => one.first === source.first && one.length === source.length) < cells.indexOf(cell),
      );
    }
  }
});

test("a cell comes from the one without its left coin and the one without its right coin", () => {
  assert.deepEqual(sourcesOf({ first: 1, length: 3 }), [
    { first: 2, length: 2 },
    { first: 1, length: 2 },
  ]);
  assert.deepEqual(sourcesOf({ first: 1, length: 1 }), []);
});

test("the beginner moves when an even number of coins has gone", () => {
  assert.deepEqual(
    [4, 3, 2, 1].map((length) => beginnerMoves(length, 4)),
    [true, false, true, false],
  );
});

test("arrows stay within the triangle, and Enter goes through all cells", () => {
  assert.equal(neighbour({ first: 0, length: 1 }, "ArrowLeft", 4), null);
  assert.equal(neighbour({ first: 0, length: 1 }, "ArrowDown", 4), null);
  assert.equal(neighbour({ first: 0, length: 4 }, "ArrowUp", 4), null);
  assert.equal(neighbour({ first: 0, length: 4 }, "ArrowRight", 4), null);
  assert.deepEqual(neighbour({ first: 3, length: 1 }, "ArrowUp", 4), { first: 2, length: 2 });
  assert.deepEqual(neighbour({ first: 1, length: 2 }, "ArrowDown", 4), { first: 1, length: 1 });
  assert.equal(neighbour({ first: 1, length: 2 }, "a", 4), null);
  let walked = 1;
  for (let cell = nextCell({ first: 0, length: 1 }, 4); cell !== null; cell = nextCell(cell, 4)) {
    walked += 1;
  }
  assert.equal(walked, 10);
});
