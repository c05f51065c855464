/** Tests conventions of the sources that a type checker cannot check. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";

test("state that follows a property is set before the page is painted", async () => {
  const names = (await readdir("src", { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  assert.ok(names.length > 100);
  for (const name of names) {
    // Require `useLayoutEffect`: an effect after painting would overwrite input that was typed in the meantime.
    assert.doesNotMatch(await readFile(join("src", name), "utf8"), /\buseEffect\(\(\) => set[A-Z]/, name);
  }
});
