/** Tests that squares show who won and whether the game was perfect, but nothing about the moves. */
import assert from "node:assert/strict";
import test from "node:test";
import { squares } from "../src/components/after/squares";
import type { Described, Exact } from "../src/generated/api";

const row = (scores: readonly Exact[], perfect: boolean, me = 0, moves = 3): string =>
  squares({ scores } as Described, { perfect, moves }, me);

test("ten squares are the bar between two sides", () => {
  assert.equal(row([124, 86], true), "🟨🟨🟨🟨🟨🟨🟥🟥🟥🟥");
  assert.equal(row([68, 142], false), "🟦🟦🟦🟥🟥🟥🟥🟥🟥🟥");
  assert.equal(row([68, 142], false, 1), "🟦🟦🟦🟦🟦🟦🟦🟥🟥🟥");
  assert.equal(row(["1/2", "3/2"], false), "🟦🟦🟦🟥🟥🟥🟥🟥🟥🟥");
  assert.equal(row([7, 0], false), "🟦".repeat(10));
  assert.equal(row([0, 0], true), "⬜".repeat(10));
});

test("a narrow win is more than half, and a tie is half", () => {
  assert.equal(row([101, 100], false), "🟦🟦🟦🟦🟦🟦🟥🟥🟥🟥");
  assert.equal(row([100, 101], false), "🟦🟦🟦🟦🟥🟥🟥🟥🟥🟥");
  assert.equal(row([5, 5], false), "🟦🟦🟦🟦🟦🟥🟥🟥🟥🟥");
});

test("a game alone has a square for each step", () => {
  assert.equal(row([0], true), "🟦🟦🟦🟨");
  assert.equal(row([3], false, 0, 2), "🟦🟦🟥");
});
