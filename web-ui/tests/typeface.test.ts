import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";

/** Maximum size of the typeface in bytes. */
const MOST = 9_900;

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

test("it has every letter of the texts", async () => {
  const list = (await readFile("typeface.py", "utf8")).match(/^LETTERS = \(\n([^)]+)\)/m)?.[1] ?? "";
  const ranges = [...list.matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(([, from = "", to = from]) => [from, to]);
  const has = (code: number): boolean =>
    ranges.some(([from, to]) => Number(`0x${from}`) <= code && code <= Number(`0x${to}`));
  const folders = (await readdir("src/texts", { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    for (const file of await readdir(`src/texts/${name}`)) {
      const letters = (await readFile(`src/texts/${name}/${file}`, "utf8")).match(/\p{L}/gu) ?? [];
      assert.deepEqual(
        [...new Set(letters)].filter((letter) => !has(letter.codePointAt(0) ?? 0)),
        [],
        `${name}/${file}`,
      );
    }
  }
});
