// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { media, mount, page, settings, until } from "./browser";

// Set this before the import, because the pages read settings when they start.
settings.kept.set("perfectplay.motion", "wild");
const { motion, setMotion, startMotion, useMotion, useMotionChoice } = await import("../src/lib/motion");
const reduced = media("(prefers-reduced-motion: reduce)");
const ofPage = (): string | undefined => page.documentElement.dataset.motion;

test("a choice that there is not is the usual one; another is kept, and is on the page", async () => {
  startMotion();
  const shown = mount(useMotion);
  assert.deepEqual([motion(), shown.now, ofPage()], ["normal", "normal", "normal"]);
  setMotion("slow");
  await until(() => shown.now === "slow");
  assert.deepEqual([motion(), ofPage()], ["slow", "slow"]);
  assert.equal(settings.kept.get("perfectplay.motion"), "slow");
  shown.unmount();
});

test("a system that asks for less is heard at once, and leaves the choice as it is", async () => {
  const shown = mount(() => [useMotion(), useMotionChoice()[0]]);
  reduced.matches = true;
  reduced.dispatchEvent(new Event("change"));
  await until(() => shown.now[0] === "off");
  assert.deepEqual([motion(), ofPage(), shown.now[1]], ["off", "off", "slow"]);
  reduced.matches = false;
  reduced.dispatchEvent(new Event("change"));
  await until(() => shown.now[0] === "slow");
  assert.equal(ofPage(), "slow");
  shown.unmount();
});
