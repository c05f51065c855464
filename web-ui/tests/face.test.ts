// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { faceOf } from "../src/components/stage/opponents";
import { OPPONENTS } from "../src/components/two/seats";
import { OPPONENTS as RIVALS } from "../src/pages/pursuit/matches";

test("opponents of a game have faces of their own", () => {
  for (const names of [OPPONENTS, RIVALS]) {
    assert.equal(new Set(names.map(faceOf)).size, names.length);
  }
});

test("an opponent's numbers are not in its face, and a stranger is a robot", () => {
  assert.equal(faceOf("noisy:1/4"), faceOf("noisy"));
  assert.equal(faceOf("stranger"), faceOf("perfect"));
  assert.equal(faceOf("constructor"), faceOf("perfect"));
});
