import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import type { FactorgameDescribed, FactorTurn } from "../src/generated/api";
import { RULES, read } from "../src/pages/factorgame/rules";

// The path is relative to web-ui/, where npm runs the tests.
const GOLDEN = "../tests/golden";
const ANSWERS = "../tests/contract/answers.txt";

/** Describe a position as the golden files do. */
function lines({ scores, tiles, options }: FactorgameDescribed): string[] {
  const alone = tiles.filter(({ fate }) => fate === "alone").map(({ number }) => number);
  const moves = options.map(({ number, given }) => `${number}:${given.join(".")}`);
  return [`  scores ${scores.join(" ")}`, `  alone ${alone.join(" ") || "-"}`, `  moves ${moves.join(" ") || "-"}`];
}

for (const name of readdirSync(GOLDEN).filter((file) => file.startsWith("factorgame-"))) {
  test(`the rules of the pages are those of the library: ${name}`, () => {
    const [, first = "", ...rest] = readFileSync(`${GOLDEN}/${name}`, "utf8").trimEnd().split("\n");
    let position = read(first.replace("start ", ""));
    assert.ok(position);
    const told = lines(position);
    for (const line of rest.filter((one) => one.startsWith("take "))) {
      const before: FactorgameDescribed = position;
      const move = line.replace("take ", "");
      assert.ok(before.legal.includes(move));
      position = RULES.play(before, move);
      assert.ok(position);
      assert.equal(position.turns.at(-1)?.player, before.to_move);
      assert.equal(position.over, position.options.length === 0);
      // Check that each number was taken, given or wasted in a move, or is still on the board.
      for (const { number, fate, player, move: made } of position.tiles) {
        const turn: FactorTurn | undefined = position.turns[(made ?? 0) - 1];
        const said: string[] =
          turn === undefined
            ? ["open", "alone"]
            : turn.number === number
              ? [turn.given.length > 0 ? "taken" : "wasted"]
              : ["given"];
        assert.ok(said.includes(fate), `${number} is ${fate}`);
        assert.equal(player ?? undefined, turn && (fate === "given" ? 1 - turn.player : turn.player), `${number}`);
      }
      told.push(line, ...lines(position));
    }
    told.push(`end ${position.id}`);
    assert.deepEqual(told, rest);
  });
}

test("a position is described as the server describes it", () => {
  const id = "factorgame:12/11.9";
  const recorded = readFileSync(ANSWERS, "utf8").split(`GET /api/v1/position?id=${id}\n`)[1] ?? "";
  const json = recorded.slice(recorded.indexOf("{"), recorded.indexOf("\n  }") + "\n  }".length);
  assert.deepEqual(read(id), JSON.parse(json));
});

test("what is no position is for the server to refuse", () => {
  const wrong = ["", "0", "012", "1001", "12~end", "12/", "12/1", "12/7.7", "12/11.11", "12/11.", "12/11.x", "2/2.1"];
  for (const part of wrong) {
    assert.equal(read(`factorgame:${part}`), null, part);
  }
  const start = read("factorgame:12~pass");
  assert.ok(start);
  assert.equal(RULES.play(start, "13"), null);
  assert.equal(RULES.play(start, "x"), null);
  assert.deepEqual(RULES.play(start, "1")?.turns, [{ number: 1, given: [], gains: [0, 0], player: 0 }]);
});
