import assert from "node:assert/strict";
import { test } from "node:test";
import { withSwitches } from "../src/lib/classlinks";
import { HINTS, KEPT, readSwitches, type Switches, turnedSwitches, USUAL } from "../src/lib/classroom";

const read = (text: string): Switches => readSwitches(new URLSearchParams(text));

test("an address without a word is as usual", () => {
  assert.deepEqual(read(""), USUAL);
  assert.deepEqual(turnedSwitches(USUAL), []);
});

test("each parameter turns one switch", () => {
  assert.deepEqual(read("previews=off"), { ...USUAL, previews: false });
  assert.deepEqual(read("best=off"), { ...USUAL, best: false });
  assert.deepEqual(read("rest=end"), { ...USUAL, restAtEnd: true });
  assert.deepEqual(read("divisors=you"), { ...USUAL, findDivisors: true });
  assert.deepEqual(read("projector=1"), { ...USUAL, projector: true });
  for (const hints of HINTS) {
    assert.equal(read(`hints=${hints}`).hints, hints);
  }
});

test("what is not known changes nothing", () => {
  assert.deepEqual(read("previews=on&best=maybe&hints=all&rest=now&divisors=me&projector=0"), USUAL);
});

test("a link carries what it was made with, and keeps the rest of its query", () => {
  const switches: Switches = { ...USUAL, previews: false, hints: "off", findDivisors: true };
  const link = withSwitches("/game:20?lang=de&best=off", switches);
  const query = new URLSearchParams(link.split("?")[1]);
  assert.deepEqual(readSwitches(query), switches);
  assert.equal(query.get("lang"), "de");
  assert.deepEqual(turnedSwitches(switches), ["previews", "hints", "findDivisors"]);
  assert.equal(withSwitches("/game:20?hints=off", USUAL), "/game:20");
  for (const name of query.keys()) {
    assert.ok(name === "lang" || KEPT.includes(name));
  }
});
