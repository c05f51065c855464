import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";

/** Bytes that the typeface may have. */
const MOST = 40_000;

test("one typeface is loaded, named by its content wherever its name stands", async () => {
  const fonts = (await readdir("public")).filter((name) => name.endsWith(".woff2"));
  const content = await readFile(`public/${fonts[0]}`);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  assert.deepEqual(fonts, [`figtree-${hash}.woff2`]);
  assert.ok(content.length <= MOST, `${content.length} bytes`);
  for (const file of ["public/index.html", "src/styles/base.css"]) {
    const named = (await readFile(file, "utf8")).match(/[\w-]+\.woff2/g);
    assert.deepEqual(named, fonts, file);
  }
});
