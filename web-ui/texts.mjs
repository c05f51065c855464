// Checks the text catalogues: every language has the keys of English, with the same placeholders and the plural forms
// that the language needs.  (A missing key would fall back to English at run time.)
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "src", "texts");
const load = async (file) => JSON.parse(await readFile(join(folder, file), "utf8"));
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const placeholders = (text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort().join(" ");
const problems = [];
const english = await load("en.json");
for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json")).sort()) {
  const texts = await load(file);
  const categories = new Intl.PluralRules(file.replace(/\.json$/, "")).resolvedOptions().pluralCategories;
  for (const [key, text] of Object.entries(english)) {
    const other = texts[key];
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
  for (const key of Object.keys(texts).filter((name) => !(name in english))) {
    problems.push(`${file}: ${key} is not in English`);
  }
}
if (problems.length) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
