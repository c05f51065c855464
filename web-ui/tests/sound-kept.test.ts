// Import the browser first: the modules below look for it.

import assert from "node:assert/strict";
import test from "node:test";
import { FakeElement, happens, settings } from "./browser";

// Set this before the import, because the pages read settings when they start.
settings.kept.set("perfectplay.sound", "on");
const { play } = await import("../src/lib/notes");
const { startSound } = await import("../src/lib/sound");

test("sound that was on before a reload waits for something to be pressed", () => {
  let contexts = 0;
  class Context {
    state = "running";
    constructor() {
      contexts += 1;
    }
  }
  Object.assign(globalThis, { AudioContext: Context });
  startSound();
  play("win");
  assert.equal(contexts, 0);
  happens("keydown", new FakeElement());
  happens("click", new FakeElement());
  assert.equal(contexts, 1);
});
