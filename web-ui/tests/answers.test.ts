/**
 * Tests that the pages answer as the library does.
 *
 * tests/native/test_wasm.py compiles the kernels, and writes questions with the library's answers to the folder that
 * PERFECTPLAY_WASM names.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Answers } from "../src/answers/declaration";
import { Kernels } from "../src/lib/kernels";
import { answers as coins } from "../src/pages/coins/answering";
import { answers as factorgame } from "../src/pages/factorgame/answering";
import { answers as pursuit } from "../src/pages/pursuit/answering";
import { answers as taxman } from "../src/pages/taxman/answering";

const folder = process.env.PERFECTPLAY_WASM ?? "";
const skip = folder === "" && "only with the answers that tests/native/test_wasm.py writes";
const games: Readonly<Record<string, Answers>> = { coins, factorgame, pursuit, taxman };

/** Remove values that depend on the computer, and English sentences, from an answer. */
function comparable(path: string, answer: unknown): unknown {
  const hidden = ["seconds", path === "/hint/steps" ? "text" : path === "/pursuit/evaluate" ? "error" : ""];
  return JSON.parse(JSON.stringify(answer), (key, value) => (hidden.includes(key) ? undefined : value));
}

for (const [game, answers] of Object.entries(games)) {
  test(`${game} is answered as the library answers`, { skip }, async () => {
    const kernels = await Kernels.compile(readFileSync(`${folder}/kernels.wasm`));
    const told = JSON.parse(readFileSync(`${folder}/answers.json`, "utf8"))[game] as { url: string; json: unknown }[];
    const times = new Map<string, number>();
    const left = new Map<string, number>();
    for (const { url, json } of told) {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const began = process.cpuUsage().user;
      const answer = answers[pathname]?.(searchParams, kernels) ?? null;
      const took = (process.cpuUsage().user - began) / 1000;
      times.set(pathname, Math.max(times.get(pathname) ?? 0, took));
      if (json === null || answer !== null) {
        assert.deepEqual(comparable(pathname, answer), comparable(pathname, json), url);
      } else {
        left.set(pathname, (left.get(pathname) ?? 0) + 1);
      }
    }
    assert.ok(told.length > 600);
    for (const [path, count] of left) {
      const all = told.filter(({ url, json }) => json !== null && url.startsWith(`${path}?`)).length;
      assert.ok(count < all / 3, `${count} of ${all} questions for ${path} are left to the library`);
    }
    if (process.env.PERFECTPLAY_TIMES) {
      console.log(game, told.length, "slowest", times, "left", left);
    }
  });
}
