import assert from "node:assert/strict";
import test from "node:test";
import { address, fileName, given, type PictureKind, sensible } from "../src/pages/lab/pictures";

const KIND: PictureKind = {
  id: "scores",
  work: null,
  svg: "/a.svg",
  csv: "/a.csv",
  fields: [
    { kind: "number", name: "from", label: "lab.from", low: 2, high: 1000, fallback: 10 },
    { kind: "number", name: "to", label: "lab.to", low: 2, high: 1000, fallback: 250 },
    {
      kind: "some",
      name: "bounds",
      label: "lab.scores.bounds",
      options: [
        { value: "half", label: "lab.scores.half" },
        { value: "cuts", label: "lab.scores.cuts" },
      ],
      fallback: "half",
    },
  ],
  examples: [],
  glyph: "",
};

test("what an address does not say is as usual", () => {
  assert.deepEqual(given(KIND, new URLSearchParams()), { from: "10", to: "250", bounds: "half" });
});

test("a choice that there is not is as usual, and none stays none", () => {
  assert.equal(given(KIND, new URLSearchParams("bounds=wild")).bounds, "half");
  assert.equal(given(KIND, new URLSearchParams("bounds=")).bounds, "");
  assert.equal(given(KIND, new URLSearchParams("bounds=cuts,wild,half")).bounds, "half,cuts");
});

test("the smaller number comes first, and a gap is that of a bound", () => {
  assert.deepEqual(sensible({ from: "30", to: "9" }), { from: "9", to: "30" });
  assert.equal(sensible({ measure: "gap", bounds: "" }).bounds, "matching");
});

test("an address says what is unusual, and leads back", () => {
  const values = { from: "2", to: "250", bounds: "cuts" };
  const url = address(KIND, values);
  assert.equal(url, "/lab?picture=scores&from=2&bounds=cuts");
  assert.deepEqual(given(KIND, new URL(url, "http://localhost").searchParams), values);
});

test("a file has a name of letters, digits and hyphens", () => {
  assert.equal(fileName(KIND, { from: "2", to: "20", bounds: "half,cuts" }), "perfectplay-scores-2-20-half-cuts");
});
