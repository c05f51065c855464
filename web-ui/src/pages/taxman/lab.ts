/** The lab's pictures about Taxman. */
import type { LabLimits } from "../../generated/api";
import { LAB } from "../../generated/taxman-lab";
import type { TextKey } from "../../lib/i18n";
import { type LabPages, optionsOf, type PictureKind, type Values } from "../lab/pictures";
import { TITLES } from "./players";

/** Return the size of the largest pot in a chart. The limit is lower for the bound by cuts, which is slow. */
function mostScores(limits: LabLimits, values: Values): number {
  return values.bounds?.split(",").includes("cuts") ? limits.cuts : limits.scores;
}

const pictures: readonly PictureKind[] = [
  {
    id: "scores",
    work: "/lab/scores",
    svg: "/lab/scores.svg",
    csv: "/lab/scores.csv",
    fields: [
      { kind: "number", name: "from", label: "lab.from", high: mostScores, ...LAB.scores.from },
      { kind: "number", name: "to", label: "lab.to", high: mostScores, ...LAB.scores.to },
      {
        kind: "choice",
        name: "measure",
        label: "lab.measure",
        options: optionsOf("lab.scores", "share", "points", "gap"),
        ...LAB.scores.measure,
      },
      {
        kind: "some",
        name: "bounds",
        label: "lab.scores.bounds",
        options: optionsOf("lab.scores", "half", "primes", "matching", "cuts"),
        ...LAB.scores.bounds,
      },
    ],
    examples: [
      { label: "lab.scores.early", values: { from: "2", to: "60" } },
      { label: "lab.scores.long", values: { from: "20", to: "1000" } },
      { label: "lab.scores.gaps", values: { from: "2", to: "250", measure: "gap", bounds: "matching,cuts" } },
    ],
    glyph: "M3 27C8 10 16 9 24 8s14-1 21-1M3 27C6 20 9 12 13 16s5-3 9-1 8 1 12-1 7 1 11 0",
  },
  {
    id: "strategies",
    work: "/lab/strategies",
    svg: "/lab/strategies.svg",
    csv: "/lab/strategies.csv",
    fields: [
      { kind: "number", name: "from", label: "lab.from", high: (limits) => limits.strategies, ...LAB.strategies.from },
      { kind: "number", name: "to", label: "lab.to", high: (limits) => limits.strategies, ...LAB.strategies.to },
    ],
    examples: [
      { label: "lab.strategies.small", values: { from: "2", to: "32" } },
      { label: "lab.strategies.large", values: { from: "256", to: "512" }, long: true },
    ],
    glyph:
      "M3 4h18M27 4h18M3 19h18M27 19h18M3 8l4-3 4 2 5-2 5 3M27 10l4-3 4 3 5-2 5 3M3 25l4-3 4 4 5-3 5 2M27 27l4-5 4 3 5-4 5 5",
  },
  {
    id: "cover",
    work: null,
    svg: "/lab/cover.svg",
    csv: "/lab/cover.csv",
    fields: [{ kind: "number", name: "n", label: "lab.pot", high: (limits) => limits.cover, ...LAB.cover.n }],
    examples: [
      { label: "lab.cover.small", values: { n: "12" } },
      { label: "lab.cover.medium", values: { n: "30" } },
      { label: "lab.cover.large", values: { n: "60" } },
    ],
    glyph: "M24 27 8 17M24 27v-10M24 27 40 17M8 17v-9M8 17l14-9M24 17l-2-9M24 17l14-9M40 17l-2-9M22 8l2-5",
  },
  {
    id: "tree",
    work: "/lab/tree",
    svg: "/lab/tree.svg",
    csv: "/lab/tree.csv",
    fields: [
      { kind: "number", name: "n", label: "lab.pot", high: (limits) => limits.tree, ...LAB.tree.n },
      {
        kind: "choice",
        name: "cuts",
        label: "lab.tree.cuts",
        options: [
          { value: "all", label: "lab.tree.all" },
          { value: "few", label: "lab.tree.few", long: true },
        ],
        ...LAB.tree.cuts,
      },
      {
        kind: "number",
        name: "time-limit",
        label: "lab.tree.seconds",
        high: (limits) => limits.seconds,
        ...LAB.tree["time-limit"],
      },
    ],
    examples: [
      { label: "lab.tree.one", values: { n: "100" } },
      { label: "lab.tree.sixteen", values: { n: "573" } },
      { label: "lab.tree.bare", values: { n: "240", cuts: "few" } },
      { label: "lab.tree.wild", values: { n: "420", cuts: "few", "time-limit": "5" }, long: true },
    ],
    glyph: "M24 3v5M12 13V8h24v5M5 23v-5h14v5M29 23v-5h14v5M12 13v5M36 13v5",
  },
];

const columns: Readonly<Record<string, TextKey>> = {
  ...TITLES,
  pot: "lab.column.pot",
  best: "lab.column.best",
  half: "lab.scores.half",
  primes: "lab.scores.primes",
  matching: "lab.scores.matching",
  cuts: "lab.column.cuts",
  number: "lab.column.number",
  rank: "lab.column.rank",
  fate: "lab.column.fate",
  move: "lab.column.move",
  matched_with: "lab.column.matched",
  node: "lab.column.node",
  parent: "lab.column.parent",
  taken: "lab.column.taken",
  bound: "lab.column.bound",
  branch: "lab.column.branch",
};

export const lab: LabPages = { pictures, columns };
