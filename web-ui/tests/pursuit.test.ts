// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { before } from "node:test";
import type { PursuitSolved } from "../src/generated/api";
import { setLanguage, withTexts } from "../src/lib/i18n";
import { possible, reached } from "../src/pages/pursuit/model";

before(() => withTexts("pursuit", Promise.resolve()));

function answer(target: number, distance: number, value: number | null, ...steps: string[]): PursuitSolved {
  return { target, distance, reached: value, steps } as unknown as PursuitSolved;
}

test("a result that is farther away than 0 is named beside it", async () => {
  const far = answer(17, 17, 35, "7 * 5 = 35");
  const begins = {
    en: "17 cannot be hit, and no result comes closer than 0",
    de: "17 ist nicht zu treffen, und kein Ergebnis kommt näher als 0",
    fr: "17 ne peut pas être atteint, et aucun résultat n’est plus proche que 0",
  };
  for (const [language, text] of Object.entries(begins)) {
    await setLanguage(language as "en");
    assert.ok(possible(far).startsWith(text), possible(far));
    assert.match(possible(far), /\b35\b.*\b18\b/);
    assert.ok(!possible(answer(4, 4, 8, "4 * 2 = 8")).includes(" 0"));
  }
  await setLanguage("en");
  assert.equal(possible(answer(4, 4, 8, "4 * 2 = 8")), "4 cannot be hit. The closest is 8, 4 away.");
  assert.equal(possible(answer(2, 2, 0, "5 - 5 = 0")), "2 cannot be hit. The closest is 0, 2 away.");
  assert.equal(possible(answer(1, 9, 10)), "1 cannot be hit. The closest is 10, 9 away.");
  assert.equal(possible(answer(17, 0, 17, "5 + 12 = 17")), "17 can be hit.");
  assert.match(possible(answer(1, 1, null)), /^1 cannot be hit: no whole number .* counts as 0\.$/);
});

test("a result of more digits than a number holds is written whole", async () => {
  await setLanguage("en");
  const far = answer(
    3,
    3,
    999997000002000000,
    "999999 * 999998 = 999997000002",
    "999997000002 * 1000000 = 999997000002000000",
  );
  assert.equal(reached(far), "999997000002000000");
  assert.match(possible(far), /is 999,997,000,002,000,000, 999,997,000,001,999,997 away\.$/);
});
