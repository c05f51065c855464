// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { setShortcutsOn, shortcuts, shortcutsOn, startShortcuts, useShortcuts } from "../src/lib/shortcuts";
import { FakeElement, happens, mount, page, settings } from "./browser";

startShortcuts();
const pressed: string[] = [];
const offer = (key: string, name: string, disabled = false) => ({
  key,
  label: name,
  disabled,
  run: () => void pressed.push(name),
});

/** Press a key on an element; returns the actions that it caused. */
function press(key: string, target: FakeElement = new FakeElement(), properties: object = {}): string[] {
  pressed.length = 0;
  const event = happens("keydown", target, { key, ctrlKey: false, metaKey: false, altKey: false, ...properties });
  assert.equal(event.defaultPrevented, pressed.length > 0);
  return [...pressed];
}

test("a key does what the component shown last says, else what an earlier one says", () => {
  const shell = mount(() => useShortcuts([offer("?", "help"), offer("u", "none")]));
  const game = mount(() => useShortcuts([offer("u", "undo")]));
  assert.deepEqual(press("u"), ["undo"]);
  assert.deepEqual(press("U"), ["undo"]);
  assert.deepEqual(press("?"), ["help"]);
  assert.deepEqual(press("x"), []);
  game.change(() => useShortcuts([offer("u", "undo", true)]));
  assert.deepEqual(press("u"), ["none"]);
  game.change(() => useShortcuts([offer("u", "undo more")]));
  assert.deepEqual(press("u"), ["undo more"]);
  game.unmount();
  assert.deepEqual(press("u"), ["none"]);
  shell.unmount();
  assert.deepEqual(shortcuts.get(), []);
});

test("keys that mean something else are left alone", () => {
  const shown = mount(() => useShortcuts([offer("u", "undo")]));
  for (const keys of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }]) {
    pressed.length = 0;
    happens("keydown", new FakeElement(), { key: "u", ctrlKey: false, metaKey: false, altKey: false, ...keys });
    assert.deepEqual(pressed, []);
  }
  // A letter is typed into a text field, but a slider does not use letters, so the shortcut works there.
  assert.deepEqual(press("u", new FakeElement(["input"])), []);
  assert.deepEqual(press("u", new FakeElement(["textarea"])), []);
  assert.deepEqual(press("u", new FakeElement(["input", "[type=range]"])), ["undo"]);
  page.found.set("dialog[open]", {});
  assert.deepEqual(press("u"), []);
  page.found.clear();
  shown.unmount();
});

test("single keys can be switched off, and stay so", () => {
  const shown = mount(() => useShortcuts([offer("u", "undo")]));
  setShortcutsOn(false);
  assert.deepEqual(press("u"), []);
  assert.equal(settings.kept.get("perfectplay.shortcuts"), "off");
  setShortcutsOn(true);
  assert.equal(shortcutsOn.get(), true);
  assert.deepEqual(press("u"), ["undo"]);
  shown.unmount();
});
