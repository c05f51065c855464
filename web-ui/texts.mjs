// Checks the text catalogues: every language has the keys of English, with the same placeholders and plural forms that
// the language needs, and no key stands in two files.  (A missing key would fall back to English at run time.)
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "src", "texts");
const files = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
const problems = [];
const languages = new Map();
for (const file of files) {
  const [page, language] = file.split(".");
  const texts = JSON.parse(await readFile(join(folder, file), "utf8"));
  const known = languages.get(language) ?? new Map();
  languages.set(language, known);
  for (const [key, text] of Object.entries(texts)) {
    if (known.has(key)) {
      problems.push(`${file}: ${key} is also in ${known.get(key).page}.${language}.json`);
    }
    known.set(key, { page, file, text });
  }
}

const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const placeholders = (text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort().join(" ");
const english = languages.get("en");
for (const [language, known] of languages) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [key, { page, text }] of english) {
    const file = `${page}.${language}.json`;
    const other = known.get(key)?.text;
    if (other === undefined) {
      problems.push(`${file}: ${key} is missing`);
    } else if (typeof other !== typeof text) {
      problems.push(`${file}: ${key} must be ${typeof text === "string" ? "one text" : "an object of plural forms"}`);
    } else if (placeholders(other) !== placeholders(text)) {
      problems.push(`${file}: ${key} has the placeholders ${placeholders(other)}; English has ${placeholders(text)}`);
    } else if (typeof other !== "string") {
      for (const category of categories.filter((name) => !(name in other))) {
        problems.push(`${file}: ${key} lacks the plural form ${category}`);
      }
    }
  }
  for (const [key, { file }] of known) {
    if (!english.has(key)) {
      problems.push(`${file}: ${key} is not in English`);
    }
  }
}
if (problems.length) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
