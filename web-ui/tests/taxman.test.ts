// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import type { TaxmanDescribed } from "../src/generated/api";
import { RULES, read } from "../src/pages/taxman/describe";
import { BEST, START } from "../src/pages/taxman/Live";
import { boardOf, turnsOf } from "../src/pages/taxman/rules";

// The path is relative to web-ui/, where npm runs the tests.
const GOLDEN = "../tests/golden";
const ANSWERS = "../tests/contract/answers.txt";

const listed = (numbers: readonly number[]): string => numbers.join(" ") || "-";

/** Describe a move as the golden files do. */
function lines(position: TaxmanDescribed): string[] {
  const turn = turnsOf(position).at(-1);
  const left = position.tiles.filter(({ fate }) => fate === "open").map(({ number }) => number);
  assert.ok(turn);
  return [
    `take ${turn.take}`,
    `  tax ${listed(turn.tax)}`,
    `  dead ${listed(turn.left)}`,
    `  scores ${position.scores.join(" ")}`,
    `  pot ${listed(left)}`,
  ];
}

for (const name of readdirSync(GOLDEN).filter((file) => file.startsWith("taxman-"))) {
  test(`the rules of the pages are those of the library: ${name}`, () => {
    const [, first = "", , ...rest] = readFileSync(`${GOLDEN}/${name}`, "utf8").trimEnd().split("\n");
    let position = read(first.replace("start ", ""));
    const told: string[] = [];
    for (const move of rest.filter((line) => line.startsWith("take ")).map((line) => line.replace("take ", ""))) {
      const before: TaxmanDescribed | null = position;
      assert.ok(before);
      assert.ok(before.legal.includes(move));
      const preview = before.previews?.find(({ take }) => String(take) === move);
      position = RULES.play(before, move);
      assert.ok(position);
      const turn = turnsOf(position).at(-1);
      assert.deepEqual(preview?.tax, turn?.tax);
      if (position.variant === "immediate") {
        assert.deepEqual(preview?.lost, turn?.left);
      }
      told.push(...lines(position));
    }
    told.push(`end ${position?.id}`);
    assert.deepEqual(told, rest);
    assert.equal(position?.over, true);
  });
}

/** Return the server's answer to a question, as recorded for the tests of the contract. */
function recorded(id: string): unknown {
  const answer = readFileSync(ANSWERS, "utf8").split(`GET /api/v1/position?id=${id}\n`)[1] ?? "";
  return JSON.parse(answer.slice(answer.indexOf("{"), answer.indexOf("\n  }") + "\n  }".length));
}

test("a position is described as the server describes it", () => {
  for (const id of ["taxman:20/19.9", "taxman:12/11.9", "taxman:8~end/8", "taxman:pot.4.6.7"]) {
    assert.deepEqual(read(id), recorded(id), id);
  }
});

test("a pot can be written in another way than the game writes it", () => {
  assert.equal(read("taxman:pot.3.1.2")?.id, "taxman:3");
  assert.equal(read("taxman:pot.24.8.3.2")?.id, "taxman:pot.2.3.8.24");
});

test("a board that comes without previews tells what one move would do", () => {
  assert.equal(read("taxman:401")?.previews, null);
  assert.deepEqual(boardOf("taxman:401")?.preview(4), { take: 4, tax: [1, 2], lost: PRIMES, net: 1 - sum(PRIMES) });
});

/** The primes between 401 / 2 and 401. */
const PRIMES = Array.from({ length: 401 }, (_, at) => at + 1).filter(
  (number) => number > 200 && [2, 3, 5, 7, 11, 13, 17, 19].every((prime) => number % prime !== 0),
);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

test("what is no position is for the server to refuse", () => {
  const wrong = [
    "",
    "0",
    "012",
    "2001",
    "12~pass",
    "12/",
    "12/1",
    "12/7.5",
    "12/11.",
    "12/11.x",
    "pot",
    "pot.",
    "pot.0",
  ];
  for (const part of [...wrong, "pot.2.2", "pot.1.9007199254740991", "12/13", "pot.2.03"]) {
    assert.equal(read(`taxman:${part}`), null, part);
  }
  const start = read("taxman:12");
  assert.ok(start);
  for (const move of ["1", "13", "x", ""]) {
    assert.equal(RULES.play(start, move), null, move);
  }
});

test("the game on the home page knows its best score", () => {
  assert.equal(read(START)?.best, BEST.whole);
});
