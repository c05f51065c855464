import assert from "node:assert/strict";
import test from "node:test";
import type { PursuitDescribed } from "../src/generated/api";
import { after, mergeOf, type Pair, slotsOf } from "../src/pages/pursuit/slots";

type Step = [left: string, sign: string, right: string, made: string];

/** Return a game of these numbers. Remaining numbers are listed as by the server: dealt ones first, then results. */
function played(numbers: number[], ...steps: Step[]): PursuitDescribed {
  const table = numbers.map((value, key) => ({ key, text: String(value) }));
  steps.forEach(([left, , right, made], i) => {
    for (const text of [left, right]) {
      table.splice(
        table.findIndex((card) => card.text === text),
        1,
      );
    }
    table.push({ key: numbers.length + i, text: made });
  });
  return {
    start: "deal",
    numbers,
    moves: steps.map(([left, sign, right]) => left + sign + right),
    steps: steps.map(([left, , right, made]) => ({ texts: [left, right, made] })),
    table,
  } as unknown as PursuitDescribed;
}

const NOTHING: ReadonlyMap<string, Pair> = new Map();

function texts(game: PursuitDescribed, picked = NOTHING): (string | null)[] {
  return slotsOf(game, picked).cards.map((card) => card?.text ?? null);
}

test("a result lies where the second number was, and nothing else moves", () => {
  const numbers = [3, 6, 9, 10];
  assert.deepEqual(texts(played(numbers)), ["3", "6", "9", "10"]);
  assert.equal(slotsOf(played(numbers), NOTHING).last, null);
  assert.deepEqual(mergeOf(slotsOf(played(numbers), NOTHING)), []);
  const once = played(numbers, ["9", "-", "6", "3"]);
  assert.deepEqual(texts(once), ["3", "3", null, "10"]);
  // Expect the first of the two threes to be used, as when a reader opens a link.
  assert.deepEqual(texts(played(numbers, ["9", "-", "6", "3"], ["10", "*", "3", "30"])), ["30", "3", null, null]);
});

test("what was picked goes first, in either order, as long as it is there", () => {
  const game = played([5, 5, 5, 1], ["5", "*", "5", "25"]);
  const picked = new Map<string, Pair>([[after(game, 0, "5*5"), [2, 1]]]);
  assert.deepEqual(texts(game, picked), ["5", "25", null, "1"]);
  assert.deepEqual(slotsOf(game, picked).last, { pair: [2, 1], texts: ["5", "5"] });
  const sum = played([6, 100], ["100", "+", "6", "106"]);
  const turned = new Map<string, Pair>([[after(sum, 1), [0, 1]]]);
  assert.deepEqual(texts(sum), ["106", null]);
  assert.deepEqual(texts(sum, turned), [null, "106"]);
  assert.deepEqual(mergeOf(slotsOf(sum, turned)), [
    { key: 1, to: "mine", onto: 1, text: "100" },
    { key: 0, to: "mine", onto: 1, text: "6" },
  ]);
  // Ignore places that were picked in another line to the same step.
  assert.deepEqual(texts(game, new Map([[after(game, 1), [3, 0]]])), [null, "25", "5", "1"]);
});
