/**
 * Tests that the kernels in WebAssembly give the same results as the native library.
 *
 * tests/native/test_wasm.py compiles the kernels, and writes positions with the library's results to the folder that
 * PERFECTPLAY_WASM names.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { KERNELS } from "../src/generated/kernels";
import { Kernels } from "../src/lib/kernels";
import { marginsOf } from "../src/pages/coins/worth";
import { read } from "../src/pages/factorgame/rules";
import { searching } from "../src/pages/factorgame/solve";
import { type Allowed, reach } from "../src/pages/pursuit/solve";
import { best, worst } from "../src/pages/taxman/solve";

interface Positions {
  coins: {
    coins: string[];
    ends: string[];
    line: string;
    circle: string[];
    prefixes: string[];
    margin: string;
    packed: number[];
    kept: string[];
  }[];
  pursuit: { numbers: number[]; low: number; high: number; rules: Allowed; fewest: number[] | null }[];
  taxman: { n: number; left: number[]; best: number[] | null; worst: number[] | null }[];
  factorgame: { id: string; worths: Record<string, number> }[];
}

const folder = process.env.PERFECTPLAY_WASM ?? "";
const skip = folder === "" && "only with the kernels that tests/native/test_wasm.py compiles";
const called = new Set<string>();

/** Return kernels that record the name of each one that is called. */
async function compiled(): Promise<Kernels> {
  const kernels = await Kernels.compile(readFileSync(`${folder}/kernels.wasm`));
  const call = kernels.call.bind(kernels);
  kernels.call = (kernel, given) => {
    called.add(kernel);
    return call(kernel, given);
  };
  return kernels;
}

function positions<G extends keyof Positions>(game: G): Positions[G] {
  return (JSON.parse(readFileSync(`${folder}/positions.json`, "utf8")) as Positions)[game];
}

const ints = (words: readonly string[]): BigInt64Array => BigInt64Array.from(words, BigInt);
const room = (length: number): BigInt64Array => new BigInt64Array(length);

test("the rows and circles of the library are won by as much", { skip }, async () => {
  const kernels = await compiled();
  for (const told of positions("coins")) {
    const coins = ints(told.coins);
    const { length } = coins;
    const row = [...coins];
    const total = row.reduce((sum, coin) => sum + (coin < 0n ? -coin : coin), 0n);
    assert.equal(kernels.call("coins_absolute_sum", { coins, limit: 2n ** 62n })[0], total);
    assert.deepEqual(marginsOf([{ kind: "row", coins: row }]).map(String), told.ends.slice(0, length));
    assert.deepEqual(marginsOf([{ kind: "circle", coins: row }]).map(String), told.circle);
    const [first = 0n, last = 0n] = [row.at(0), row.at(-1)];
    const between = room(length);
    const [inner] = kernels.call("coins_push", { stack: between, size: 1, coins: coins.slice(1, -1) });
    const ends =
      length > 1 ? kernels.call("coins_finish", { stack: between, size: inner, first, last }) : [first, last];
    assert.deepEqual(ends.map(String), told.ends);
    const letters = new Uint8Array(length);
    kernels.call("coins_line", { coins, values: room(length), starts: room(length), letters });
    assert.equal(String.fromCharCode(...letters), told.line);
    const margins = room(length);
    kernels.call("coins_circle", { twice: ints([...told.coins, ...told.coins]), stack: room(length + 1), margins });
    assert.deepEqual([...margins].map(String), told.circle);
    kernels.call("coins_prefixes", {
      coins,
      values: room(length),
      kept: room(length),
      above: room(length),
      margins,
    });
    assert.deepEqual([...margins].map(String), told.prefixes);
    assert.equal(String(kernels.call("coins_quadratic", { coins, margins: room(length) })[0]), told.margin);
    const [packed, kept] = [new Uint8Array(told.packed.length), room(told.kept.length)];
    kernels.call("coins_diagonals", { coins, margins: room(length + 1), packed, kept, step: 3 });
    assert.deepEqual([[...packed], [...kept].map(String)], [told.packed, told.kept]);
    const stack = room(length + 1);
    const [size] = kernels.call("coins_push", { stack, size: 1, coins });
    assert.equal(String(kernels.call("coins_reduced_margin", { stack, low: 1, high: size })[0]), told.margin);
  }
  const large = ints([String(2n ** 61n), String(-(2n ** 61n))]);
  assert.equal(kernels.call("coins_absolute_sum", { coins: large, limit: 2n ** 62n })[0], -1n);
});

test("the deals of the library reach the same targets with as few numbers", { skip }, async () => {
  const kernels = await compiled();
  for (const { numbers, low, high, rules, fewest } of positions("pursuit")) {
    const found = reach(kernels, numbers, low, high, rules);
    assert.deepEqual(found && [...found], fewest, `${numbers} ${JSON.stringify(rules)}`);
  }
});

test("the moves of the factor game are worth as much", { skip }, async () => {
  const kernels = await compiled();
  for (const told of positions("factorgame")) {
    const position = read(told.id);
    assert.ok(position);
    const play = searching(kernels, (solve) => solve(position, true));
    const worths = [...(play?.costs ?? [])].map(([number, cost]) => [number, (play?.worth ?? 0) - cost]);
    assert.deepEqual(Object.fromEntries(worths), told.worths, told.id);
  }
  const [small, large] = [read("factorgame:30"), read("factorgame:200")];
  assert.ok(small && large);
  const few = searching(kernels, (solve) => solve(small), 100);
  assert.equal(few, null, "that takes more than 100 positions");
  const many = searching(kernels, (solve) => solve(large));
  assert.equal(many, null, "that is too large");
  const board = BigUint64Array.of(0b10101n, 0n);
  const below = new BigUint64Array(128);
  below[2] = 1n;
  kernels.call("search_live", { board, below, passing: false });
  assert.deepEqual([...board], [0b101n, 0n]);
});

test("the pots of the library have the same best and worst games", { skip }, async () => {
  const kernels = await compiled();
  for (const told of positions("taxman")) {
    assert.deepEqual(best(kernels, told.left)?.moves ?? null, told.best, `${told.left}`);
    assert.deepEqual(worst(kernels, told.n, told.left)?.moves ?? null, told.worst, `${told.left}`);
  }
  assert.equal(best(kernels, [2 ** 53, 2 ** 54]), null, "these are too large");
});

test("every kernel was called", { skip }, () => {
  assert.deepEqual([...called].sort(), Object.keys(KERNELS).sort());
});

test("what does not fit is refused", { skip }, async () => {
  const kernels = await compiled();
  const push = (size: number | bigint, length: number): unknown =>
    kernels.call("coins_push", { stack: room(length), size, coins: room(3) });
  const message = { name: "RangeError", message: /^coins_push: stack has 3 items; it must have size \+ n\.\.$/ };
  assert.throws(() => push(1, 3), message);
  assert.throws(() => push(0, 5), { name: "RangeError", message: "coins_push: a size or a place is out of range" });
  const finish = (first: bigint): unknown => kernels.call("coins_finish", { stack: room(2), size: 1, first, last: 0n });
  assert.deepEqual(finish(2n ** 63n - 1n), [2n ** 63n - 1n, -(2n ** 63n - 1n)]);
  assert.throws(() => finish(2n ** 63n), { name: "RangeError", message: "64 bits cannot hold 9223372036854775808" });
  assert.throws(() => push(0.5, 4), RangeError);
  assert.deepEqual(push(1, 4), [2n]);
});

test("memory is given back, and there may be too little", { skip }, async () => {
  const kernels = await compiled();
  const parts = {
    numbers: room(4),
    singles: room(4),
    splits: ints(["1", "2"]),
    bounds: ints(["0", "0", "0", "0", "1"]),
  };
  const values = (small: number): unknown =>
    kernels.call("reach_whole_values", { ...parts, caps: room(4), flags: 1, small });
  const message = { name: "RangeError", message: "reach_whole_values: no memory" };
  for (const small of [2 ** 30, 2 ** 33, 2 ** 62]) {
    assert.throws(() => values(small), message);
  }
  // Allocate more than the memory limit in all, to show that arrays are freed.
  for (let time = 0; time < 40; time += 1) {
    assert.deepEqual(values(2 ** 25), [room(0), room(4)]);
    kernels.keep((hold) => hold(room(2 ** 22)));
    assert.throws(() => values(2 ** 30), message);
  }
  assert.throws(() => kernels.keep((hold) => [hold(room(2 ** 26)), hold(room(2 ** 26))]), /^RangeError: no memory for/);
});
