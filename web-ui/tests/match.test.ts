import assert from "node:assert/strict";
import test from "node:test";
import {
  addRound,
  changeRound,
  closer,
  matches,
  openRound,
  roundOf,
  roundSeed,
  startMatch,
  totals,
} from "../src/pages/pursuit/matches";

const START = "pursuit:50.100.9.3.7.10:741:positive";
const CHOICE = { length: 2, opponent: "keen", deck: "classic", clock: 30 } as const;

function current() {
  const match = matches.get();
  assert.ok(match);
  return match;
}

test("a round belongs to the positions of its deal, and to no others", () => {
  startMatch(CHOICE);
  assert.equal(openRound(current()), null);
  addRound(START, 741, 2);
  addRound(START, 741, 2);
  assert.equal(current().rounds.length, 1);
  assert.equal(roundOf(current(), `${START}/50a7`)?.start, START);
  assert.equal(roundOf(current(), "pursuit:50.100.9.3.7.10:742:positive"), null);
  assert.equal(roundOf(null, START), null);
  assert.equal(openRound(current())?.start, START);
  changeRound(START, { phase: "over" });
  assert.equal(openRound(current()), null);
});

test("points add up, and a round without any counts nothing", () => {
  startMatch(CHOICE);
  addRound(START, 741, 2);
  addRound("pursuit:1.2.3.4.5.6:101:positive", 101, null);
  assert.deepEqual(totals(current()), { mine: 0, theirs: 0, hits: 0, reachable: 0, best: 0 });
  changeRound(START, { score: { mine: 10, theirs: 0, hit: true, reachable: true, best: 10 } });
  changeRound(current().rounds[1]?.start ?? "", {
    score: { mine: 0, theirs: 7, hit: false, reachable: false, best: 7 },
  });
  assert.deepEqual(totals(current()), { mine: 10, theirs: 7, hits: 1, reachable: 1, best: 17 });
});

test("rounds have seeds of their own, the same after a reload", () => {
  startMatch(CHOICE);
  assert.equal(roundSeed(current(), 2), roundSeed(current(), 1) + 1);
});

test("what came closest stays, also if something else is made later", () => {
  const first = { value: 750, id: "a" };
  assert.equal(closer(741, null, first), first);
  assert.equal(closer(741, first, { value: 732, id: "b" }), first);
  assert.equal(closer(741, first, { value: 100, id: "c" }), first);
  const better = { value: 742, id: "d" };
  assert.equal(closer(741, first, better), better);
});
