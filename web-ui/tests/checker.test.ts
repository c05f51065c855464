/**
 * Tests that the checkers in WebAssembly give the same verdicts as the programs compiled for this machine.
 *
 * tests/native/test_wasm.py writes certificates with the programs' verdicts to the folder that PERFECTPLAY_WASM names.
 */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Checker } from "../src/lib/checker";
import { sha256 } from "../src/lib/sha256";

interface Chain {
  game: string;
  texts: string[];
  verdicts: string[];
}

const folder = process.env.PERFECTPLAY_WASM ?? "";
const skip = folder === "" && "only with the certificates that tests/native/test_wasm.py writes";

function program(game: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(`src/generated/${game}-check.wasm`));
}

function said(checker: Checker, text: string): string {
  const verdict = checker.check(new TextEncoder().encode(text));
  return `${verdict.word}: ${verdict.text}`;
}

test("every verdict is that of the program", { skip }, () => {
  for (const { game, texts, verdicts } of JSON.parse(readFileSync(`${folder}/certificates.json`, "utf8")) as Chain[]) {
    const checker = new Checker(program(game));
    for (const [i, text] of texts.entries()) {
      const { word, text: reason } = checker.check(Buffer.from(text, "base64"));
      assert.equal(`${word}: ${reason}`, verdicts[i], Buffer.from(text, "base64").toString().slice(0, 1000));
    }
  }
});

const certificate = (n: number, score: number, proof: object): string => {
  const claim = { score, upper: score };
  return JSON.stringify({ format: "perfectplay", version: 2, game: "taxman", position: `taxman:${n}`, claim, proof });
};
const TWO = certificate(2, 2, { kind: "tree", moves: [2], cuts: [], tree: { leaf: { scale: 1, u: [], cuts: [] } } });
const THREE = certificate(3, 3, { kind: "chain", moves: [3], rule: "prime", score: 2 });

test("what was valid may be cited after a certificate that is not", () => {
  const checker = new Checker(program("taxman"));
  assert.match(said(checker, THREE), /^NOT valid: it cites 2 for N = 2, and no certificate before it proves this/);
  assert.equal(said(checker, TWO), "valid: 2 is the best score of taxman:2");
  assert.match(said(checker, "[".repeat(3000)), /^not examined: its brackets are nested more than 2000 deep$/);
  assert.equal(said(checker, THREE), "valid: 3 is the best score of taxman:3");
  assert.match(said(checker, ""), /^NOT valid: not JSON as certificates have it: the end of the text at byte 0$/);
});

test("a program that ends without a verdict is an error, and not a word on the certificate", () => {
  const name = (text: string): number[] => [text.length, ...new TextEncoder().encode(text)];
  const functions = ["_initialize", "page_room", "page_check", "page_verdict"];
  const exported = [5, ...name("memory"), 2, 0, ...functions.flatMap((one, i) => [...name(one), 0, i])];
  // Define four functions: the first does nothing, the second returns the address 8, the third traps, and the fourth
  // returns the address 0, where the verdict is "valid" without a text.
  const code = [4, 2, 0, 0x0b, 4, 0, 0x41, 8, 0x0b, 3, 0, 0, 0x0b, 4, 0, 0x41, 0, 0x0b];
  const types = [4, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 1, 0x7f, 0, 0x60, 0, 1, 0x7f];
  const sections = [
    [1, types],
    [3, [4, 0, 1, 2, 3]],
    [5, [1, 0, 1]],
    [7, exported],
    [10, code],
  ] as const;
  const bytes = sections.flatMap(([id, content]) => [id, content.length, ...content]);
  const broken = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes));
  assert.throws(() => new Checker(broken).check(new Uint8Array(8)), WebAssembly.RuntimeError);
});

test("SHA-256 is that of everybody", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000, 100_000]) {
    const data = randomBytes(length);
    assert.equal(sha256(data), createHash("sha256").update(data).digest("hex"));
  }
});
