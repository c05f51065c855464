/** The lab's pictures about greedy coins. */
import { LAB } from "../../generated/coins-lab";
import type { TextKey } from "../../lib/i18n";
import { type LabPages, optionsOf, type PictureKind } from "../lab/pictures";

const pictures: readonly PictureKind[] = [
  {
    id: "ties",
    work: "/lab/ties",
    svg: "/lab/ties.svg",
    csv: "/lab/ties.csv",
    fields: [
      {
        kind: "choice",
        name: "largest",
        label: "lab.ties.largest",
        options: [
          { value: "2", label: "lab.ties.two" },
          { value: "3", label: "lab.ties.three" },
          { value: "4", label: "lab.ties.four" },
          { value: "5", label: "lab.ties.five" },
          { value: "6", label: "lab.ties.six" },
        ],
        fallback: String(LAB.ties.largest.fallback),
      },
      {
        kind: "number",
        name: "length",
        label: "lab.ties.length",
        high: (limits, values) => limits.ties[values.largest ?? ""] ?? LAB.ties.length.low,
        ...LAB.ties.length,
      },
      {
        kind: "choice",
        name: "measure",
        label: "lab.measure",
        options: optionsOf("lab.ties", "count", "share"),
        ...LAB.ties.measure,
      },
      {
        kind: "choice",
        name: "lengths",
        label: "lab.ties.lengths",
        options: optionsOf("lab.ties", "even", "odd", "all"),
        ...LAB.ties.lengths,
      },
    ],
    examples: [
      { label: "lab.ties.long", values: { largest: "2", length: "60" } },
      { label: "lab.ties.zigzag", values: { largest: "3", length: "30", measure: "share", lengths: "all" } },
    ],
    glyph: "M4 26h.01M4 26 18 21M18 21l12-8M30 13 44 4M4 26l14-2M18 24l12-4M30 20l14-5M4 27l40-4",
  },
];

const columns: Readonly<Record<string, TextKey>> = {
  largest_coin: "lab.column.largestCoin",
  coins: "lab.column.coins",
  tied: "lab.column.tied",
  rows: "lab.column.rows",
};

export const lab: LabPages = { pictures, columns };
