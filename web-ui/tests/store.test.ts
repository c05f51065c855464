// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { createStore, readSetting, useMedia, useMounted, useStore, writeSetting } from "../src/lib/store";
import { media, mount, settings, until } from "./browser";

test("listeners hear of changes, and of nothing else", () => {
  const store = createStore(Number.NaN);
  let heard = 0;
  const end = store.subscribe(() => {
    heard += 1;
  });
  store.set(Number.NaN);
  assert.equal(heard, 0);
  store.set(1);
  store.set(1);
  assert.equal(heard, 1);
  end();
  store.set(2);
  assert.equal(heard, 1);
  assert.equal(store.get(), 2);
});

test("a listener may end itself, or begin another, while all are told", () => {
  const store = createStore(0);
  const heard: string[] = [];
  const end = store.subscribe(() => {
    heard.push("first");
    end();
    store.subscribe(() => heard.push("late"));
  });
  store.subscribe(() => heard.push("second"));
  store.set(1);
  assert.deepEqual(heard, ["first", "second"]);
  store.set(2);
  assert.deepEqual(heard, ["first", "second", "second", "late"]);
});

test("a component shows what the store holds, also if it changed before the component listened", async () => {
  const store = createStore("before");
  const shown = mount(() => {
    const text = useStore(store);
    if (text === "before") {
      store.set("at once");
    }
    return text;
  });
  await until(() => shown.now === "at once");
  store.set("later");
  await until(() => shown.now === "later");
  shown.unmount();
});

test("settings have a name of their own, and a browser may keep none", () => {
  writeSetting("theme", "dark");
  assert.equal(settings.kept.get("perfectplay.theme"), "dark");
  assert.equal(readSetting("theme"), "dark");
  assert.equal(readSetting("no such"), null);
  settings.refuses = true;
  writeSetting("theme", "light");
  assert.equal(readSetting("theme"), null);
  settings.refuses = false;
  assert.equal(readSetting("theme"), "dark");
});

test("a media query is followed while it is looked at", async () => {
  const coarse = media("(pointer: coarse)");
  const shown = mount(() => useMedia("(pointer: coarse)"));
  assert.equal(shown.now, false);
  // Repeat the change, because it is noticed only after effects have run.
  await until(() => {
    coarse.matches = true;
    coarse.dispatchEvent(new Event("change"));
    return shown.now;
  });
  shown.unmount();
});

test("what comes after a component has gone is told so", () => {
  const shown = mount(useMounted);
  const mounted = shown.now;
  assert.equal(mounted(), true);
  shown.unmount();
  assert.equal(mounted(), false);
});
