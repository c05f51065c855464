import assert from "node:assert/strict";
import test from "node:test";
import { type Address, curl, examples, question, readDescription, readQuestion } from "../src/pages/api/description";
import { laidOut } from "../src/pages/api/layout";

const FIELD = { required: false, example: "", usual: "", options: [], range: null, old: false };

function address(...fields: (Partial<Address["fields"][number]> & { name: string })[]): Address {
  const all = fields.map((field) => ({ ...FIELD, ...field }));
  return { path: "/taxman/solve", summary: "A best game", group: "taxman", media: [], fields: all };
}

test("what must be given is filled in, or else the first thing with an example", () => {
  const needed = address({ name: "a", example: "1" }, { name: "b", required: true, example: "2" });
  assert.deepEqual(examples(needed), { b: "2" });
  const free = address(
    { name: "form", example: "x", usual: "x" },
    { name: "n", example: "20" },
    { name: "pot", example: "2" },
  );
  assert.deepEqual(examples(free), { n: "20" });
  assert.deepEqual(examples(address({ name: "a" })), {});
});

test("a question can be read and leads back", () => {
  const asked = question("/pursuit/evaluate", {
    position: "pursuit:3.6:24/3a6",
    expression: "3+6=9 & 'x'?",
    rules: "",
  });
  assert.equal(asked, "/pursuit/evaluate?position=pursuit:3.6:24/3a6&expression=3%2B6=9%20%26%20%27x%27%3F");
  assert.deepEqual(readQuestion(asked), {
    path: "/pursuit/evaluate",
    values: { position: "pursuit:3.6:24/3a6", expression: "3+6=9 & 'x'?" },
  });
  assert.deepEqual(readQuestion("/games"), { path: "/games", values: {} });
});

test("a line for a terminal holds no quote but its own", () => {
  assert.equal(
    curl("http://127.0.0.1:8017", question("/move", { move: "it's" }), true),
    "curl -N -H 'Accept: text/event-stream' 'http://127.0.0.1:8017/api/v1/move?move=it%27s'",
  );
});

test("the description is read as the server sends it", () => {
  const text = JSON.stringify({
    info: { version: "1.0" },
    paths: {
      "/api/v1": {
        get: { summary: "The addresses", tags: ["all games"], parameters: [], responses: { 200: { content: {} } } },
      },
      "/api/v1/lab/cover": {
        get: {
          summary: "A best game",
          tags: ["all games"],
          parameters: [
            { name: "n", required: false, schema: { minimum: 2, maximum: 60, default: 40 } },
            { name: "id", required: false, schema: {}, deprecated: true },
          ],
          responses: { 200: { content: { "application/json": {} } } },
        },
      },
    },
    components: {
      schemas: { Problem: { properties: { code: { enum: ["busy"], "x-enum-descriptions": ["Too much to do"] } } } },
    },
  });
  const found = readDescription(text);
  assert.deepEqual(
    found.addresses.map((one) => [one.path, one.group]),
    [
      ["/", "all games"],
      ["/lab/cover", "lab"],
    ],
  );
  assert.deepEqual(found.addresses[1]?.fields[0], { ...FIELD, name: "n", usual: "40", range: { low: 2, high: 60 } });
  assert.equal(found.addresses[1]?.fields[1]?.old, true);
  assert.deepEqual(found.codes, [{ code: "busy", text: "Too much to do" }]);
});

test("JSON stays what it is, sign for sign", () => {
  const numbers = Array.from({ length: 60 }, (_, k) => k);
  const text = `{"a": 123456789012345678901234567890, "b": "x,{\\"[ ]", "c": ${JSON.stringify(numbers)}, "d": {}, "e": []}`;
  const shown = laidOut(text);
  assert.equal(shown.replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""));
  assert.deepEqual(JSON.parse(shown), JSON.parse(text));
  assert.ok(shown.includes("123456789012345678901234567890"));
  assert.ok(shown.split("\n").every((line) => line.length <= 90));
  assert.ok(shown.split("\n").length < 12);
});

test("what fits on a line stays on one", () => {
  assert.equal(laidOut('{"take":7,"tax":[1]}'), '{"take": 7, "tax": [1]}');
  assert.equal(laidOut("[]"), "[]");
});
