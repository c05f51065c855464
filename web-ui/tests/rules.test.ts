import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Described } from "../src/generated/api";
import type { Rules } from "../src/lib/rules";
import { RULES as COINS } from "../src/pages/coins/rules";
import { RULES as PURSUIT } from "../src/pages/pursuit/rules";

// The path is relative to web-ui/, where npm runs the tests.
const ANSWERS = readFileSync("../tests/contract/answers.txt", "utf8");

/** Return the server's recorded answers to questions about positions of a game, by id. */
function recorded(game: string): [id: string, json: string][] {
  const found = ANSWERS.matchAll(new RegExp(`^GET /api/v1/position\\?id=(${game}:\\S*)\n  200.*\n((?: .*\n)+)`, "gm"));
  return [...found].map(([, id = "", json = ""]) => [id, json]);
}

function plays<P extends Described>(game: string, { read, play }: Rules<P>): void {
  const positions = recorded(game);
  assert.ok(positions.length >= 4, `${game}: ${positions.length}`);
  for (const [id, json] of positions) {
    const position = read(id);
    assert.deepEqual(position, JSON.parse(json), id);
    const start = read(position?.start ?? "");
    const line = position?.moves.reduce<P | null>((from, move) => from && play(from, move), start);
    assert.deepEqual(line, position, id);
  }
}

test("positions of coins are described as the server describes them", () => plays("coins", COINS));

test("positions of pursuit are described as the server describes them", () => plays("pursuit", PURSUIT));

test("what is written in another way is written as the server writes it", () => {
  assert.equal(COINS.read("coins:2_4.1/LR")?.id, "coins:1_2.1/LL");
  assert.equal(COINS.read("coins:5~o1/1R.2K1")?.id, "coins:5~o1/1L.2K1");
  assert.equal(PURSUIT.read("pursuit:3.6:9:ops-dmsa/6a3")?.id, "pursuit:3.6:9/6a3");
  assert.equal(PURSUIT.read("pursuit:3.6:9:positive.all/3a6")?.id, "pursuit:3.6:9:all.positive/3a6");
});

test("what is no position, and no move, is for the server to refuse", () => {
  const coins = ["", "1.", "01", "1.l2", "1_0", "1.2/X", "1.2/LLL", "l1.2/L", "o1.2.3/1K4", "1~2/L", "1/", "1/K1"];
  const large = [
    Array(61).fill(1).join("."),
    "1234567890123",
    Array(7).fill("1_2").join("~"),
    "o1.2.3~o1.2.3~o1.2.3~o1.2.3",
  ];
  for (const part of [...coins, ...large]) {
    assert.equal(COINS.read(`coins:${part}`), null, part);
  }
  const numbers = [
    "",
    "3",
    "3:",
    "3:0",
    "3:1000001",
    "1000001:3",
    "03:3",
    "0:3",
    Array(9).fill(1).join(".").concat(":3"),
  ];
  const rules = ["3:3:", "3:3:all.all", "3:3:ops-", "3:3:ops-a.ops-s", "3:3:none"];
  const moves = [
    "3.4:7/",
    "3.4:7/4a4",
    "3.4:7/3d4",
    "3.4:7:positive/3s4",
    "3.4:7/4d0",
    "3.4:7/e.e",
    "3:7/e",
    "3.4:7/4b3",
  ];
  for (const part of [...numbers, ...rules, ...moves]) {
    assert.equal(PURSUIT.read(`pursuit:${part}`), null, part);
  }
  const [row, deal] = [COINS.read("coins:1.2"), PURSUIT.read("pursuit:3.4:7:fractions")];
  assert.ok(row && deal);
  assert.equal(COINS.play(row, "K1"), null);
  assert.equal(PURSUIT.play(deal, "4+4"), null);
  assert.equal(PURSUIT.play(deal, "4"), null);
  assert.deepEqual(
    PURSUIT.play(deal, "3/4")?.table.map(({ value }) => value),
    ["3/4"],
  );
});
