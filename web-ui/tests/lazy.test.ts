// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { before } from "node:test";
import { setLanguage } from "../src/lib/i18n";
import { here, load, useLoaded } from "../src/lib/lazy";
import { mount, quiet, until } from "./browser";

before(() => setLanguage("en"));

test("what came with the shell is there at once", () => {
  const loaders = [here("a"), here("b")];
  const shown = mount(() => useLoaded(loaders));
  assert.deepEqual(shown.now.parts, ["a", "b"]);
  shown.unmount();
});

test("parts are there when all of them are, in order, and are loaded once", async () => {
  let loads = 0;
  let arrive: (part: string) => void = () => undefined;
  const slow = () => {
    loads += 1;
    return new Promise<string>((resolve) => {
      arrive = resolve;
    });
  };
  const quick = async (): Promise<string> => "quick";
  const shown = mount(() => useLoaded([slow, quick]));
  await until(() => loads === 1);
  await quiet();
  assert.equal(shown.now.parts, null);
  arrive("slow");
  await until(() => shown.now.parts !== null);
  assert.deepEqual(shown.now.parts, ["slow", "quick"]);
  shown.unmount();
  const again = mount(() => useLoaded([quick, slow]));
  assert.deepEqual(again.now.parts, ["quick", "slow"]);
  assert.equal(loads, 1);
  again.unmount();
});

test("a part that is there is given before anything else can happen", async () => {
  let loads = 0;
  // Like a browser, continue the script in another task.
  const part = async (): Promise<string> => {
    loads += 1;
    await new Promise((next) => setImmediate(next));
    return "part";
  };
  assert.equal(await load(part), "part");
  let elsewhere = false;
  setImmediate(() => {
    elsewhere = true;
  });
  assert.equal(await load(part), "part");
  assert.deepEqual([elsewhere, loads], [false, 1]);
});

test("a part that does not arrive is told, and can be asked for again", async () => {
  let works = false;
  const part = async (): Promise<string> => {
    if (!works) {
      throw new TypeError("Failed to fetch dynamically imported module");
    }
    return "part";
  };
  const shown = mount(() => useLoaded([part]));
  await until(() => shown.now.error !== null);
  assert.match(shown.now.error ?? "", /^The server does not answer/);
  works = true;
  shown.now.again();
  await until(() => shown.now.parts !== null);
  assert.deepEqual([shown.now.parts, shown.now.error], [["part"], null]);
  shown.unmount();
});
