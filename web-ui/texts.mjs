// The text catalogues: a language is a folder of src/texts, and a part of the pages is a file in it.
// Run as a program, this file checks that every language has the same files, keys and placeholders as English and all
// plural forms that it needs, and that no key is in two files.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "src", "texts");

/** Return the languages, English first. */
export async function languages() {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return ["en", ...names.filter((name) => name !== "en").sort()];
}

/** Return the texts of a language, by part. */
export async function parts(language) {
  const files = (await readdir(join(folder, language))).filter((name) => name.endsWith(".json")).sort();
  const load = async (file) => [
    file.replace(/\.json$/, ""),
    JSON.parse(await readFile(join(folder, language, file), "utf8")),
  ];
  return Object.fromEntries(await Promise.all(files.map(load)));
}

const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const placeholders = (text) =>
  [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort().join(" ");

/** Yield the errors in a text, compared with English. */
function* faults(english, other, categories) {
  if (other === undefined) {
    yield "is missing";
  } else if (typeof other !== typeof english) {
    yield `must be ${typeof english === "string" ? "one text" : "an object of plural forms"}`;
  } else if (placeholders(other) !== placeholders(english)) {
    yield `has the placeholders ${placeholders(other)}; English has ${placeholders(english)}`;
  } else if (typeof other !== "string") {
    for (const category of categories.filter((name) => !(name in other))) {
      yield `lacks the plural form ${category}`;
    }
  }
}

/** Yield the errors in a language, compared with English. */
function* problems(language, english, others) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const known = new Map();
  for (const [file, part] of Object.entries(others)) {
    for (const key of Object.keys(part)) {
      if (known.has(key)) {
        yield `${language}/${file}: ${key} is in ${known.get(key)}, too`;
      } else if (!(key in (english[file] ?? {}))) {
        yield `${language}/${file}: ${key} is not in en/${file}`;
      }
      known.set(key, file);
    }
  }
  for (const [file, part] of Object.entries(english)) {
    for (const [key, text] of Object.entries(part)) {
      for (const fault of faults(text, others[file]?.[key], categories)) {
        yield `${language}/${file}: ${key} ${fault}`;
      }
    }
  }
}

async function check() {
  const english = await parts("en");
  const found = [];
  for (const language of await languages()) {
    found.push(...problems(language, english, await parts(language)));
  }
  if (found.length) {
    console.error(found.join("\n"));
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await check();
}
