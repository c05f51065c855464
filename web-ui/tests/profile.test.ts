import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { exportProfile, importProfile, mergeProfiles } from "../src/lib/moving";
import { noteCelebrated, noteDay, noteEnd, noteMove, wasCelebrated } from "../src/lib/noting";
import {
  deleteProfile,
  doneOf,
  type Game,
  type Outcome,
  onProfile,
  parseProfile,
  profile,
  startProfile,
  totalsOf,
  trouble,
} from "../src/lib/profile";

const KEY = "perfectplay.profile";

/** A browser's storage with limited space, and the events that it sends to other tabs. */
class Room {
  readonly kept = new Map<string, string>();
  most = 5_000_000;
  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    if (text.length > this.most) {
      throw new DOMException("no room", "QuotaExceededError");
    }
    this.kept.set(name, text);
  }
  removeItem(name: string): void {
    this.kept.delete(name);
  }
}

let room = new Room();
let told: (event: { key: string | null }) => void = () => undefined;
Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => room });
Object.assign(globalThis, {
  addEventListener: (_: string, listener: typeof told) => {
    told = listener;
  },
});

beforeEach(() => {
  room = new Room();
  deleteProfile();
  startProfile();
});

const game = (own: string, more: Partial<Game> = {}): Omit<Game, "outcome"> => ({
  own,
  game: "taxman",
  start: "taxman:20",
  id: "taxman:20/19",
  query: "",
  moves: 1,
  at: 1000,
  ...more,
});
const outcome = (value: number, more: Partial<Outcome> = {}): Outcome => ({
  key: "20",
  value,
  score: String(value),
  best: "124",
  moves: 8,
  won: value > 105,
  perfect: value === 124,
  ...more,
});

test("a game under way is offered, and a finished one is not", () => {
  noteMove(game("a"));
  assert.deepEqual(
    profile.unfinished("taxman").map(({ own }) => own),
    ["a"],
  );
  assert.deepEqual(profile.unfinished("coins"), []);
  noteEnd({ ...game("a", { at: 2000 }), outcome: outcome(110) });
  assert.deepEqual(profile.unfinished(), []);
  assert.equal(totalsOf(profile.get(), "taxman").games, 1);
});

test("the latest game comes first, and another game's moves do not touch it", () => {
  noteMove(game("a", { id: "taxman:20/19.9", at: 1000 }));
  noteMove(game("b", { id: "taxman:20/17", at: 2000 }));
  assert.deepEqual(
    profile.unfinished().map(({ own, id }) => [own, id]),
    [
      ["b", "taxman:20/17"],
      ["a", "taxman:20/19.9"],
    ],
  );
});

test("two games that are at the same position are one to go on with", () => {
  noteMove(game("a"));
  noteMove(game("b"));
  assert.deepEqual(
    profile.unfinished().map(({ own }) => own),
    ["b"],
  );
  noteMove(game("c", { query: "?daily=2026-11-22" }));
  assert.equal(profile.unfinished().length, 2);
});

test("the best result stays, by key", () => {
  noteEnd({ ...game("a"), outcome: outcome(110) });
  noteEnd({ ...game("b"), outcome: outcome(90) });
  assert.equal(profile.best("taxman", "20")?.score, "110");
  noteEnd({ ...game("c"), outcome: outcome(124) });
  assert.equal(profile.best("taxman", "20")?.perfect, true);
  assert.equal(profile.best("taxman", "21"), null);
  assert.deepEqual(totalsOf(profile.get(), "taxman"), { games: 3, wins: 2, perfect: 1 });
});

test("names that objects have by themselves are names like any other", () => {
  assert.equal(profile.best("constructor", "toString"), null);
  assert.equal(totalsOf(profile.get(), "constructor").games, 0);
  noteEnd({ ...game("a"), outcome: outcome(110, { key: "__proto__" }) });
  assert.equal(profile.best("taxman", "__proto__")?.score, "110");
  assert.equal(parseProfile(exportProfile())?.games.length, 1);
});

test("of several ends of one game the best counts, once", () => {
  noteEnd({ ...game("a"), outcome: outcome(100) });
  noteEnd({ ...game("a"), outcome: outcome(124) });
  noteEnd({ ...game("a"), outcome: outcome(90) });
  assert.deepEqual(totalsOf(profile.get(), "taxman"), { games: 1, wins: 1, perfect: 1 });
  assert.equal(profile.get().games[0]?.outcome?.score, "124");
});

test("moves that are taken back after the end do not open the game again", () => {
  noteEnd({ ...game("a"), outcome: outcome(100) });
  noteMove(game("a", { id: "taxman:20/19.9" }));
  assert.deepEqual(profile.unfinished(), []);
});

test("a puzzle of a day keeps its best result, and the day it was first done", () => {
  noteDay("2026-11-22", "taxman", outcome(100), "2026-11-22");
  noteDay("2026-11-22", "taxman", outcome(120), "2026-11-25");
  noteDay("2026-11-22", "taxman", outcome(90), "2026-11-26");
  const done = doneOf(profile.get(), "2026-11-22", "taxman");
  assert.deepEqual([done?.score, done?.on], ["120", "2026-11-22"]);
  assert.equal(doneOf(profile.get(), "2026-11-22", "coins"), null);
});

test("there are not too many games to remember", () => {
  for (let i = 0; i < 250; i += 1) {
    noteMove(game(`open ${i}`, { id: `taxman:20/${i}`, at: i }));
    noteEnd({ ...game(`end ${i}`, { at: i }), outcome: outcome(i) });
  }
  assert.equal(profile.unfinished("taxman").length, 20);
  assert.equal(profile.unfinished("taxman")[0]?.own, "open 249");
  assert.equal(profile.get().games.length, 200);
  assert.equal(totalsOf(profile.get(), "taxman").games, 250);
});

test("what is kept is read again", () => {
  noteMove(game("a"));
  noteEnd({ ...game("b"), outcome: outcome(124) });
  const before = profile.get();
  const text = room.getItem(KEY);
  assert.deepEqual(parseProfile(text ?? ""), before);
});

test("another tab's games are there, and stay", () => {
  noteMove(game("a"));
  const theirs = parseProfile(room.getItem(KEY) ?? "");
  assert.ok(theirs);
  const other: Game = { ...game("b", { id: "taxman:20/17" }), outcome: null };
  room.setItem(KEY, JSON.stringify({ ...theirs, games: [other, ...theirs.games] }));
  let changes = 0;
  const end = onProfile(() => {
    changes += 1;
  });
  told({ key: KEY });
  end();
  assert.equal(changes, 1);
  noteMove(game("c", { id: "taxman:20/13" }));
  assert.deepEqual(
    profile.unfinished().map(({ own }) => own),
    ["c", "b", "a"],
  );
});

test("export, delete and import give the same", () => {
  noteMove(game("a"));
  noteEnd({ ...game("b"), outcome: outcome(124) });
  noteDay("2026-11-22", "taxman", outcome(124), "2026-11-22");
  const before = profile.get();
  const file = exportProfile();
  deleteProfile();
  assert.equal(profile.get().games.length, 0);
  assert.equal(room.getItem(KEY), null);
  assert.equal(importProfile(file), true);
  assert.deepEqual(profile.get(), before);
});

test("an import adds to what is there, twice as well as once", () => {
  noteEnd({ ...game("a"), outcome: outcome(100) });
  noteDay("2026-11-22", "taxman", outcome(100), "2026-11-22");
  const file = exportProfile();
  deleteProfile();
  noteEnd({ ...game("b", { at: 5000 }), outcome: outcome(110) });
  noteEnd({ ...game("c", { at: 6000 }), outcome: outcome(10) });
  noteDay("2026-11-22", "taxman", outcome(110), "2026-11-24");
  assert.equal(importProfile(file), true);
  const once = profile.get();
  assert.deepEqual(
    once.games.map(({ own }) => own),
    ["c", "b", "a"],
  );
  assert.equal(profile.best("taxman", "20")?.score, "110");
  assert.equal(totalsOf(profile.get(), "taxman").games, 2);
  const done = doneOf(once, "2026-11-22", "taxman");
  assert.deepEqual([done?.score, done?.on], ["110", "2026-11-22"]);
  assert.equal(importProfile(file), true);
  assert.deepEqual(profile.get(), once);
});

test("a finished game stays finished, whichever file it comes from", () => {
  const open: Game = { ...game("a", { at: 9000 }), outcome: null };
  const closed: Game = { ...game("a", { at: 1000 }), outcome: outcome(100) };
  const some = (one: Game) => ({ ...profile.get(), games: [one] });
  assert.ok(mergeProfiles(some(open), some(closed)).games[0]?.outcome);
  assert.ok(mergeProfiles(some(closed), some(open)).games[0]?.outcome);
});

test("a first win is celebrated once, and a file brings that along", () => {
  assert.equal(wasCelebrated("taxman"), false);
  noteCelebrated("taxman");
  assert.equal(wasCelebrated("taxman"), true);
  assert.equal(wasCelebrated("coins"), false);
  const text = exportProfile();
  const since = profile.get().celebrated.taxman;
  deleteProfile();
  assert.equal(wasCelebrated("taxman"), false);
  assert.equal(importProfile(text), true);
  noteCelebrated("taxman");
  assert.equal(profile.get().celebrated.taxman, since);
});

test("what earlier versions kept of a first win is read once", () => {
  room.setItem("perfectplay.first-win.coins", "done");
  assert.equal(wasCelebrated("coins"), true);
  assert.equal(room.getItem("perfectplay.first-win.coins"), null);
  assert.equal(wasCelebrated("coins"), true);
  assert.deepEqual(Object.keys(parseProfile(room.getItem(KEY) ?? "")?.celebrated ?? {}), ["coins"]);
});

test("a profile of an earlier version, without what was celebrated", () => {
  assert.deepEqual(parseProfile(JSON.stringify(GOOD))?.celebrated, {});
});

const GOOD = { version: 1, games: [], best: {}, totals: {}, days: {} };
const ENTRY = { ...game("a"), outcome: null };
const BAD: Readonly<Record<string, unknown>> = {
  "no JSON": "{",
  nothing: "",
  "a list": [],
  "another version": { ...GOOD, version: 2 },
  "no version": { ...GOOD, version: undefined },
  "games that are none": { ...GOOD, games: {} },
  "a game without a name": { ...GOOD, games: [{ ...ENTRY, own: undefined }] },
  "an address elsewhere": { ...GOOD, games: [{ ...ENTRY, id: "//elsewhere.example" }] },
  "a script": { ...GOOD, games: [{ ...ENTRY, id: " javascript:alert(1)" }] },
  "a query that is none": { ...GOOD, games: [{ ...ENTRY, query: "#x" }] },
  "a number that is none": { ...GOOD, games: [{ ...ENTRY, moves: -1 }] },
  "a count that is a text": { ...GOOD, totals: { taxman: { games: "1", wins: 0, perfect: 0 } } },
  "a celebration without a time": { ...GOOD, celebrated: { taxman: "yes" } },
  "a day that is none": { ...GOOD, days: { today: {} } },
  "a result without a score": { ...GOOD, best: { taxman: { 20: { ...outcome(1), score: 5, at: 1 } } } },
};
for (const [what, value] of Object.entries(BAD)) {
  test(`a file with ${what} is refused, and nothing is lost`, () => {
    noteMove(game("a"));
    const before = profile.get();
    assert.equal(importProfile(typeof value === "string" ? value : JSON.stringify(value)), false);
    assert.equal(profile.get(), before);
    assert.equal(trouble.get(), null);
  });
}

test("a file that is far too long is not even read", () => {
  assert.equal(parseProfile(JSON.stringify({ ...GOOD, more: "x".repeat(8_000_000) })), null);
});

test("without room the games go on, and the page says so", () => {
  room.most = 10;
  noteMove(game("a"));
  assert.equal(trouble.get(), "refused");
  assert.equal(profile.unfinished().length, 1);
  noteEnd({ ...game("a"), outcome: outcome(124) });
  assert.equal(profile.best("taxman", "20")?.score, "124");
  room.most = 5_000_000;
  noteMove(game("b"));
  assert.equal(trouble.get(), null);
  assert.equal(parseProfile(room.getItem(KEY) ?? "")?.games.length, 2);
});

test("with little room, older games make place", () => {
  for (let i = 0; i < 100; i += 1) {
    noteEnd({ ...game(`end ${i}`, { at: i }), outcome: outcome(i) });
  }
  room.most = (room.getItem(KEY) ?? "").length;
  noteMove(game("a"));
  assert.equal(trouble.get(), null);
  const kept = parseProfile(room.getItem(KEY) ?? "");
  assert.equal(kept?.games.length, 50);
  assert.equal(kept?.games[0]?.own, "a");
  assert.equal(kept?.totals.taxman?.games, 100);
});

test("a browser that keeps nothing at all", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("no", "SecurityError");
    },
  });
  startProfile();
  assert.equal(trouble.get(), "refused");
  noteMove(game("a"));
  assert.equal(profile.unfinished().length, 1);
  deleteProfile();
  assert.equal(profile.unfinished().length, 0);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => room });
});

test("what a later version has kept is left as it is", () => {
  const later = JSON.stringify({ ...GOOD, version: 2, games: ["of another kind"] });
  room.setItem(KEY, later);
  told({ key: KEY });
  assert.equal(trouble.get(), "unreadable");
  noteMove(game("a"));
  assert.equal(room.getItem(KEY), later);
  assert.equal(profile.unfinished().length, 1);
  deleteProfile();
  assert.equal(room.getItem(KEY), null);
  assert.equal(trouble.get(), null);
});
