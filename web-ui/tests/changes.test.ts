import assert from "node:assert/strict";
import test from "node:test";
import type { Changes, Described } from "../src/generated/api";
import { changed } from "../src/lib/changes";

const BEFORE = {
  id: "taxman:6",
  game: "taxman",
  start: "taxman:6",
  moves: [],
  legal: ["2", "3", "4", "5", "6"],
  over: false,
  scores: [0, 0],
  note: "gone after it",
} as Described;

test("a position is put together from the one before it and what changed", () => {
  const told: Changes = {
    id: "taxman:6/5",
    since: "taxman:6",
    values: { id: "taxman:6/5", moves: ["5"], scores: [5, 1] },
    lists: {
      legal: [
        [2, 3, []],
        [4, 5, ["7"]],
      ],
    },
    gone: ["note"],
  };
  assert.deepEqual(changed(BEFORE, told), {
    id: "taxman:6/5",
    game: "taxman",
    start: "taxman:6",
    moves: ["5"],
    legal: ["4", "6", "7"],
    over: false,
    scores: [5, 1],
  });
  // The one before is still shown, and may be gone back to.
  assert.equal(BEFORE.legal.length, 5);
});

test("what is told whole is as it is", () => {
  assert.equal(changed(BEFORE, BEFORE), BEFORE);
});
