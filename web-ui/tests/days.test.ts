import assert from "node:assert/strict";
import test from "node:test";
import { FIRST_DAY } from "../src/generated/days";
import { dayNumber, isDay, shift, shiftMonth, streaks, weeksOf } from "../src/lib/calendar";
import { dayOf } from "../src/lib/days";
import type { Done, Profile } from "../src/lib/profile";

test("a day is that of the player's own calendar", () => {
  assert.equal(dayOf(new Date(2026, 10, 2, 0, 5)), "2026-11-02");
  assert.equal(dayOf(new Date(2026, 10, 2, 23, 55)), "2026-11-02");
});

test("days have numbers, as in the library", () => {
  assert.equal(dayNumber(FIRST_DAY), 1);
  assert.equal(dayNumber("2026-11-22"), 326);
  assert.equal(dayNumber("2028-02-29"), 790);
});

test("what is a day of the calendar", () => {
  for (const day of ["2026-01-01", "2026-11-30", "2028-02-29"]) {
    assert.equal(isDay(day), true, day);
  }
  for (const day of ["2025-12-31", "2026-11-31", "2027-02-29", "2026-1-1", "today", "", "2026-13-01"]) {
    assert.equal(isDay(day), false, day);
  }
});

test("days and months follow one another, also where the clocks change", () => {
  assert.equal(shift("2026-03-28", 1), "2026-03-29");
  assert.equal(shift("2026-03-29", 1), "2026-03-30");
  assert.equal(shift("2026-10-26", -1), "2026-10-25");
  assert.equal(shiftMonth("2026-12", 1), "2027-01");
  assert.equal(shiftMonth("2026-01", -1), "2025-12");
});

test("a month is whole weeks from Monday on", () => {
  const weeks = weeksOf("2026-11");
  assert.equal(weeks.length, 6);
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, "2026-11-01"]);
  assert.deepEqual(weeks[5], ["2026-11-30", null, null, null, null, null, null]);
  assert.equal(weeksOf("2027-02").length, 4);
});

const done = (on: string): Record<string, Done> => ({
  any: { key: "", value: 0, score: "0", best: null, moves: 1, won: false, perfect: null, on },
});
const days = (...played: string[]): Profile["days"] => Object.fromEntries(played.map((day) => [day, done(day)]));

test("a streak goes up to today, or to yesterday as long as today can be played", () => {
  assert.deepEqual(streaks({}, "2026-11-22"), { now: 0, longest: 0, days: 0 });
  assert.deepEqual(streaks(days("2026-11-20", "2026-11-21"), "2026-11-22"), { now: 2, longest: 2, days: 2 });
  assert.deepEqual(streaks(days("2026-11-20", "2026-11-21"), "2026-11-23"), { now: 0, longest: 2, days: 2 });
  assert.deepEqual(streaks(days("2026-11-30", "2026-12-01", "2026-12-03"), "2026-12-03"), {
    now: 1,
    longest: 2,
    days: 3,
  });
});

test("what is made up for later does not count", () => {
  const late = { ...days("2026-11-20", "2026-11-22"), "2026-11-21": done("2026-11-22") };
  assert.deepEqual(streaks(late, "2026-11-22"), { now: 1, longest: 1, days: 2 });
});
