import assert from "node:assert/strict";
import { test } from "node:test";
import type { Best } from "../src/lib/profile";
import { type Level, statesOf } from "../src/pages/levels/model";

const LEVELS: readonly Level[] = ["a", "b", "c", "d"].map((key) => ({ key, path: `/${key}`, what: () => key }));

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

const states = (found: Readonly<Record<string, Best>>): readonly string[] =>
  statesOf(LEVELS, (key) => found[key] ?? null);

test("at first one level is open", () => {
  assert.deepEqual(states({}), ["open", "locked", "locked", "locked"]);
});

test("a win opens the next level, and a loss does not", () => {
  assert.deepEqual(states({ a: result(true, false) }), ["won", "open", "locked", "locked"]);
  assert.deepEqual(states({ a: result(false, false) }), ["open", "locked", "locked", "locked"]);
  assert.deepEqual(states({ a: result(false, null) }), ["open", "locked", "locked", "locked"]);
});

test("where nothing better was possible, a draw is as good as a win", () => {
  assert.deepEqual(states({ a: result(true, true), b: result(false, true) }), ["perfect", "perfect", "open", "locked"]);
});

test("what was won elsewhere counts, and opens what follows it", () => {
  assert.deepEqual(states({ c: result(true, null) }), ["open", "locked", "won", "open"]);
});
