// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { announce, polite, urgentStore } from "../src/lib/announce";

/** Replace the clock: waiting functions run on request. */
function clock(context: TestContext): () => void {
  const waiting: (() => void)[] = [];
  context.mock.method(globalThis, "setTimeout", (run: () => void) => waiting.push(run));
  return () => {
    for (const run of waiting.splice(0)) {
      run();
    }
  };
}

test("texts that come together are said together, in order", (context) => {
  const pass = clock(context);
  announce("You took 19.");
  announce("");
  announce("You lead by 18.");
  assert.equal(polite.get().text, "");
  pass();
  assert.equal(polite.get().text, "You took 19. You lead by 18.");
  announce("And now?");
  pass();
  assert.equal(polite.get().text, "And now?");
});

test("the same text twice is two announcements", (context) => {
  const pass = clock(context);
  const before = polite.get().count;
  for (const _ of [1, 2]) {
    announce("Copied");
    pass();
  }
  assert.equal(polite.get().count, before + 2);
});

test("what is urgent waits for nothing and takes nothing away", (context) => {
  const pass = clock(context);
  announce("You took 19.");
  announce("Time is up.", true);
  assert.equal(urgentStore.get().text, "Time is up.");
  pass();
  assert.equal(polite.get().text, "You took 19.");
});
