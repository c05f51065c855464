import assert from "node:assert/strict";
import { test } from "node:test";
import type { Best } from "../src/lib/profile";
import { type Level, levelPath, nextLevel, stateOf } from "../src/pages/levels/model";
import { visit } from "./browser";

const LEVELS: readonly Level[] = ["a", "b?vs=x"].map((path) => ({ key: path, path: `/${path}`, what: () => path }));

const result = (won: boolean, perfect: boolean | null): Best => ({
  key: "",
  value: 0,
  score: "0",
  best: null,
  moves: 1,
  won,
  perfect,
  at: 0,
});

test("a level is open until it is won; where nothing better was possible, a draw is as good", () => {
  assert.equal(stateOf(null), "open");
  assert.equal(stateOf(result(false, null)), "open");
  assert.equal(stateOf(result(true, null)), "won");
  assert.equal(stateOf(result(false, true)), "perfect");
});

test("the address says that a game was begun from the map, and only there a level follows", () => {
  assert.deepEqual(LEVELS.map(levelPath), ["/a?level=1", "/b?vs=x&level=1"]);
  visit("/a");
  assert.equal(nextLevel(LEVELS, "a"), undefined);
  visit("/a?level=1");
  assert.equal(nextLevel(LEVELS, "a"), LEVELS[1]);
  assert.equal(nextLevel(LEVELS, "b?vs=x"), undefined);
  assert.equal(nextLevel(LEVELS, "none"), undefined);
});
