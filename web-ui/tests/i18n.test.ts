// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { before, beforeEach } from "node:test";
import { h, type VNode } from "preact";
import { LANGUAGES, language, list, num, setLanguage, startLanguage, t, withTexts } from "../src/lib/i18n";
import { rich, tn } from "../src/lib/wording";
import { page, preferred, settings, visit } from "./browser";

// Load the texts of a game, because the shell does not have all texts that the tests use.
before(() => withTexts("taxman", Promise.resolve()));

beforeEach(() => {
  settings.kept.clear();
  preferred.splice(0, preferred.length, "en-GB");
  visit("/");
});

test("each language is named in itself, English first", () => {
  assert.deepEqual(LANGUAGES[0], { value: "en", label: "English" });
  const names = new Map(LANGUAGES.map(({ value, label }) => [value, label]));
  assert.equal(names.get("de"), "Deutsch");
  assert.equal(names.get("fr"), "Français");
});

test("the address, the choice, the browser and English are asked in this order", async () => {
  preferred.splice(0, 1, "xx", "fr-CA", "de");
  await startLanguage();
  assert.equal(language(), "fr");
  await setLanguage("de");
  await startLanguage();
  assert.equal(language(), "de");
  visit("/?lang=en");
  await startLanguage();
  assert.equal(language(), "en");
  visit("/?lang=klingon");
  settings.kept.clear();
  preferred.splice(0, preferred.length, "xx");
  await startLanguage();
  assert.equal(language(), "en");
});

test("the page says its language, and the choice is kept", async () => {
  await setLanguage("fr");
  assert.equal(page.documentElement.lang, "fr");
  assert.equal(settings.kept.get("perfectplay.language"), "fr");
});

test("a browser that keeps nothing still changes the language", async () => {
  settings.refuses = true;
  await setLanguage("de");
  assert.equal(language(), "de");
  settings.refuses = false;
});

test("placeholders are filled in, and those without a value stay", async () => {
  await setLanguage("en");
  assert.equal(
    t("field.integer", { text: "12.5", low: 1, high: 20000 }),
    "“12.5” is not a whole number from 1 to 20,000.",
  );
  assert.equal(t("proof.atLeast"), "at least {lower}");
});

test("what is filled in is a text, and not looked at again", async () => {
  await setLanguage("en");
  assert.equal(t("proof.between", { lower: "{upper}", upper: "$&" }), "between {upper} and $&");
});

test("a text that is missing shows its key", async () => {
  await setLanguage("en");
  assert.equal(t("no.such.key" as "app.name"), "no.such.key");
  assert.equal(tn("no.such.key" as "profile.moves", 2), "no.such.key");
});

test("what is loaded brings its texts along, in the language that is shown then", async () => {
  await setLanguage("en");
  assert.equal(t("plain.board"), "plain.board");
  const page = withTexts("plain", Promise.resolve("page"));
  const french = setLanguage("fr");
  assert.equal(await page, "page");
  assert.equal(language(), "fr");
  assert.notEqual(t("plain.board"), "plain.board");
  await french;
  await setLanguage("en");
  assert.equal(t("plain.board"), "Board");
});

test("texts of what did not arrive are asked for again", async () => {
  await assert.rejects(withTexts("lab", Promise.reject(new Error("the server has gone"))), /has gone/);
  assert.equal(await withTexts("lab", Promise.resolve(1)), 1);
  assert.notEqual(t("lab.title"), "lab.title");
});

test("a count asks for the form of its language", async () => {
  await withTexts("profile", Promise.resolve());
  await setLanguage("en");
  assert.deepEqual(
    [0, 1, 2].map((n) => tn("profile.moves", n)),
    ["0 moves", "1 move", "2 moves"],
  );
  await setLanguage("de");
  assert.deepEqual(
    [0, 1, 2].map((n) => tn("profile.moves", n)),
    ["0 Züge", "1 Zug", "2 Züge"],
  );
  await setLanguage("fr");
  assert.deepEqual(
    [0, 1, 2].map((n) => tn("profile.moves", n)),
    ["0 coup", "1 coup", "2 coups"],
  );
  assert.equal(tn("profile.moves", 2_000_000), "2\u202f000\u202f000 de coups");
});

test("a count that is too long for a number is shown as it is given", async () => {
  await withTexts("pursuit", Promise.resolve());
  await setLanguage("en");
  assert.equal(
    tn("pursuit.away", Number.MAX_VALUE, { count: num("9".repeat(30)) }).length,
    "9".repeat(30).length + 9 + 5,
  );
});

test("elements stand where the placeholders were", async () => {
  await setLanguage("en");
  const strong: VNode = h("strong", null, "5");
  assert.deepEqual(rich("proof.between", { lower: strong, upper: 12_345 }), [
    "between ",
    strong,
    " and ",
    "12,345",
    "",
  ]);
  assert.deepEqual(rich("proof.atMost", {}), ["at most ", "{upper}", ""]);
});

test("whole numbers of any length are grouped by threes", async () => {
  await setLanguage("en");
  assert.equal(num("123456789012345678901234567890"), "123,456,789,012,345,678,901,234,567,890");
  assert.equal(num("-98765432109876543210"), "−98,765,432,109,876,543,210");
  assert.equal(num(2 ** 53), "9,007,199,254,740,992");
});

test("four digits are grouped as more are, and as the pictures group them", async () => {
  for (const { value } of LANGUAGES) {
    await setLanguage(value);
    assert.equal(num(1457).replace(/\D/, ""), "1457");
    assert.equal(num(1457).length, 5);
  }
});

test("numbers are written as the language does", async () => {
  await setLanguage("de");
  assert.deepEqual([num(12345), num(-2.5)], ["12.345", "−2,5"]);
  await setLanguage("fr");
  assert.deepEqual([num(12345), num(-2.5)], ["12\u202f345", "−2,5"]);
  assert.equal(t("common.percent", { share: num(25.7) }), "25,7\u202f%");
  await setLanguage("en");
  assert.deepEqual([num(12345), num(-2.5)], ["12,345", "−2.5"]);
});

test("a text that is no whole number stays as it is", async () => {
  await setLanguage("de");
  assert.deepEqual(
    ["3/2", "", "1.5", "–", "1e400", "٣"].map((text) => num(text)),
    ["3/2", "", "1.5", "–", "1e400", "٣"],
  );
});

test("lists are put together as the language does", async () => {
  await setLanguage("en");
  assert.deepEqual([list([]), list(["1"]), list(["1", "2"])], ["", "1", "1 and 2"]);
  assert.equal(list(["1", "2", "5"], "disjunction"), "1, 2, or 5");
  await setLanguage("de");
  assert.equal(list(["1", "2", "5"]), "1, 2 und 5");
  await setLanguage("fr");
  assert.equal(list(["1", "2", "5"], "disjunction"), "1, 2 ou 5");
});
