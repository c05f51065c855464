// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { catalogues } from "text-catalogues";

type Text = string | Readonly<Record<string, string>>;

/** Return all forms of all texts of a language, by key. */
async function forms(language: string): Promise<[key: string, form: string][]> {
  const shell = await catalogues[language]?.();
  assert.ok(shell);
  const loaders = Object.values(shell.parts);
  assert.ok(loaders.length > 5);
  const parts = [shell, ...(await Promise.all(loaders.map((load) => load())))];
  const texts = parts.flatMap((part) => Object.entries(part.default)) as [string, Text][];
  return texts.flatMap(([key, text]) =>
    (typeof text === "string" ? [text] : Object.values(text)).map((form): [string, string] => [key, form]),
  );
}

test("no text begins or ends with a blank, has two together, or an apostrophe of typewriters", async () => {
  for (const language of Object.keys(catalogues)) {
    const wrong = (await forms(language)).filter(([key, form]) => {
      // Allow a blank at the beginning of a text that follows a number on the same line.
      const whole = key === "taxman.moves.left" ? form.slice(1) : form;
      return whole === "" || whole !== whole.trim() || / {2}|'|"/.test(form);
    });
    assert.deepEqual(wrong, [], language);
  }
});

test("every text is said somewhere", async () => {
  const said = new Set((await forms("en")).map(([key]) => key));
  const folder = join("src", "texts", "en");
  for (const file of await readdir(folder)) {
    const texts: object = JSON.parse(await readFile(join(folder, file), "utf8"));
    assert.deepEqual(
      Object.keys(texts).filter((key) => !said.has(key)),
      [],
      file,
    );
  }
});

test("no text speaks of installations: who plays is not who set it up", async () => {
  for (const language of Object.keys(catalogues)) {
    const wrong = (await forms(language)).filter(([, form]) => /pip install|num(py|ba)|perfectplay serve/i.test(form));
    assert.deepEqual(wrong, [], language);
  }
});

test("French stands as printers set it: no mark of punctuation begins a line", async () => {
  const wrong = (await forms("fr")).filter(
    // French has a narrow no-break space before ; ! ? and %, and a full one before colons and inside guillemets.
    ([, form]) => /(?<!\u202f)[;!?%]|(?<!\u00a0)(:(?!\S)|»)|«(?!\u00a0)|(?<!\u00a0|[\d,])…|[“”„]/u.test(form),
  );
  assert.deepEqual(wrong, []);
});

test("German has German quotation marks", async () => {
  const wrong = (await forms("de")).filter(
    ([, form]) => /[”«»]|“(?!.)/u.test(form) || (form.match(/„/g)?.length ?? 0) !== (form.match(/“/g)?.length ?? 0),
  );
  assert.deepEqual(wrong, []);
});
