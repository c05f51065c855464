// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { media, mount, page, settings, until } from "./browser";

// Set this before the import, because the pages read settings when they start.
settings.kept.set("perfectplay.theme", "purple");
const { setTheme, startTheme, useTheme } = await import("../src/lib/theme");
const dark = media("(prefers-color-scheme: dark)");

test("a theme that there is not is the system's, which is followed", async () => {
  startTheme();
  const shown = mount(useTheme);
  assert.deepEqual(shown.now, { choice: "system", resolved: "light" });
  assert.equal(page.documentElement.dataset.theme, "light");
  dark.matches = true;
  dark.dispatchEvent(new Event("change"));
  assert.equal(page.documentElement.dataset.theme, "dark");
  await until(() => shown.now.resolved === "dark");
  shown.unmount();
});

test("a choice is kept, and the system has no say any more", () => {
  setTheme("light");
  assert.equal(settings.kept.get("perfectplay.theme"), "light");
  dark.dispatchEvent(new Event("change"));
  assert.equal(page.documentElement.dataset.theme, "light");
  setTheme("system");
  assert.equal(page.documentElement.dataset.theme, "dark");
});
