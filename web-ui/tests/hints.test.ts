// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { useHints } from "../src/lib/hints";
import { json, mount, server, until } from "./browser";

test("a hint that does not arrive is not used up: it is asked for again", async () => {
  server(() => Promise.reject(new TypeError("no network")));
  const shown = mount(() => useHints("taxman:20", "steps"));
  shown.now.ask();
  await until(() => shown.now.live.error !== null);
  assert.deepEqual([shown.now.asked, shown.now.told.length], [1, 0]);
  const steps = [{ step: "idea", code: "largest-prime", text: "…", numbers: [], moves: [] }];
  server(() => json({ game: "taxman", steps }));
  shown.now.ask();
  await until(() => shown.now.told.length === 1);
  assert.equal(shown.now.asked, 1);
  shown.unmount();
});
