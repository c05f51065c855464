/** The pictures of the lab: where they come from, and what can be chosen. */
import { readInteger } from "../../components/NumberField";
import type { Params } from "../../lib/api";
import type { TextKey } from "../../lib/i18n";

/** How far the server goes. */
export interface Limits {
  scores: number;
  cuts: number;
  strategies: number;
  cover: number;
  tree: number;
  seconds: number;
  ties: Readonly<Record<string, number>>;
}

export type Values = Readonly<Record<string, string>>;

/** Something that can be chosen; a name is that of the parameter, here and in the API. */
export type Field =
  | { kind: "number"; name: string; label: TextKey; low: number; high: number | ((limits: Limits, values: Values) => number); fallback: number }
  | { kind: "choice"; name: string; label: TextKey; options: readonly { value: string; label: TextKey }[]; fallback: string }
  | { kind: "some"; name: string; label: TextKey; options: readonly { value: string; label: TextKey }[]; fallback: string };

export interface PictureKind {
  id: string;
  title: TextKey;
  explanation: TextKey;
  /** Where progress and figures come from, if it may take a while. */
  work: string | null;
  svg: string;
  csv: string;
  fields: readonly Field[];
  /** Parameters worth trying. */
  examples: readonly { label: TextKey; values: Values }[];
  /** A page where there is more about it. */
  more?: { href: string; label: TextKey };
  /** Drawn on the picture's card, on a grid of 48 by 30. */
  glyph: string;
}

const DECKS = [
  { value: "cards", label: "lab.deck.cards" },
  { value: "classic", label: "lab.deck.classic" },
] as const;

/** The bound with cuts takes longer than the others. */
function mostScores(limits: Limits, values: Values): number {
  return values.bounds?.split(",").includes("cuts") ? limits.cuts : limits.scores;
}

export const PICTURES: readonly PictureKind[] = [
  {
    id: "scores",
    title: "lab.scores.title",
    explanation: "lab.scores.explanation",
    work: "/lab/scores",
    svg: "/lab/scores.svg",
    csv: "/lab/scores.csv",
    fields: [
      { kind: "number", name: "from", label: "lab.from", low: 2, high: mostScores, fallback: 10 },
      { kind: "number", name: "to", label: "lab.to", low: 2, high: mostScores, fallback: 250 },
      {
        kind: "choice",
        name: "measure",
        label: "lab.measure",
        options: [
          { value: "share", label: "lab.scores.share" },
          { value: "points", label: "lab.scores.points" },
          { value: "gap", label: "lab.scores.gap" },
        ],
        fallback: "share",
      },
      {
        kind: "some",
        name: "bounds",
        label: "lab.scores.bounds",
        options: [
          { value: "half", label: "lab.scores.half" },
          { value: "primes", label: "lab.scores.primes" },
          { value: "matching", label: "lab.scores.matching" },
          { value: "cuts", label: "lab.scores.cuts" },
        ],
        fallback: "half,primes,matching",
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
    title: "lab.strategies.title",
    explanation: "lab.strategies.explanation",
    work: "/lab/strategies",
    svg: "/lab/strategies.svg",
    csv: "/lab/strategies.csv",
    fields: [
      { kind: "number", name: "from", label: "lab.from", low: 2, high: (limits) => limits.strategies, fallback: 10 },
      { kind: "number", name: "to", label: "lab.to", low: 2, high: (limits) => limits.strategies, fallback: 200 },
    ],
    examples: [
      { label: "lab.strategies.small", values: { from: "2", to: "32" } },
      { label: "lab.strategies.large", values: { from: "256", to: "512" } },
    ],
    glyph: "M3 4h18M27 4h18M3 19h18M27 19h18M3 8l4-3 4 2 5-2 5 3M27 10l4-3 4 3 5-2 5 3M3 25l4-3 4 4 5-3 5 2M27 27l4-5 4 3 5-4 5 5",
  },
  {
    id: "cover",
    title: "lab.cover.title",
    explanation: "lab.cover.explanation",
    work: null,
    svg: "/lab/cover.svg",
    csv: "/lab/cover.csv",
    fields: [{ kind: "number", name: "n", label: "lab.pot", low: 2, high: (limits) => limits.cover, fallback: 40 }],
    examples: [
      { label: "lab.cover.small", values: { n: "12" } },
      { label: "lab.cover.medium", values: { n: "30" } },
      { label: "lab.cover.large", values: { n: "60" } },
    ],
    glyph: "M24 27 8 17M24 27v-10M24 27 40 17M8 17v-9M8 17l14-9M24 17l-2-9M24 17l14-9M40 17l-2-9M22 8l2-5",
  },
  {
    id: "tree",
    title: "lab.tree.title",
    explanation: "lab.tree.explanation",
    work: "/lab/tree",
    svg: "/lab/tree.svg",
    csv: "/lab/tree.csv",
    fields: [
      { kind: "number", name: "n", label: "lab.pot", low: 2, high: (limits) => limits.tree, fallback: 420 },
      {
        kind: "choice",
        name: "cuts",
        label: "lab.tree.cuts",
        options: [
          { value: "all", label: "lab.tree.all" },
          { value: "few", label: "lab.tree.few" },
        ],
        fallback: "all",
      },
      { kind: "number", name: "time-limit", label: "lab.tree.seconds", low: 1, high: (limits) => limits.seconds, fallback: 20 },
    ],
    examples: [
      { label: "lab.tree.one", values: { n: "100" } },
      { label: "lab.tree.sixteen", values: { n: "573" } },
      { label: "lab.tree.bare", values: { n: "240", cuts: "few" } },
      { label: "lab.tree.wild", values: { n: "420", cuts: "few", "time-limit": "5" } },
    ],
    glyph: "M24 3v5M12 13V8h24v5M5 23v-5h14v5M29 23v-5h14v5M12 13v5M36 13v5",
  },
  {
    id: "targets",
    title: "lab.targets.title",
    explanation: "lab.targets.explanation",
    work: null,
    svg: "/pursuit/chart.svg",
    csv: "/pursuit/chart.csv",
    fields: [{ kind: "choice", name: "deck", label: "lab.deck", options: DECKS, fallback: "cards" }],
    examples: [],
    more: { href: "/pursuit/odds", label: "lab.targets.more" },
    glyph: "M3 7h.01M7 6h.01M11 8h.01M15 7h.01M19 9h.01M23 8h.01M27 11h.01M31 10h.01M35 14h.01M39 13h.01M43 19h.01M9 10h.01M17 12h.01M25 15h.01M33 18h.01M41 24h.01",
  },
  {
    id: "formulas",
    title: "lab.formulas.title",
    explanation: "lab.formulas.explanation",
    work: null,
    svg: "/pursuit/formulas.svg",
    csv: "/lab/formulas.csv",
    fields: [{ kind: "choice", name: "deck", label: "lab.deck", options: DECKS, fallback: "cards" }],
    examples: [],
    glyph: "M4 4h.01M9 7h.01M13 6h.01M17 10h.01M21 11h.01M24 15h.01M28 14h.01M31 18h.01M34 17h.01M37 21h.01M40 20h.01M43 24h.01M45 26h.01M3 3l42 24",
  },
  {
    id: "ties",
    title: "lab.ties.title",
    explanation: "lab.ties.explanation",
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
        fallback: "4",
      },
      {
        kind: "number",
        name: "length",
        label: "lab.ties.length",
        low: 4,
        high: (limits, values) => limits.ties[values.largest ?? "4"] ?? 4,
        fallback: 20,
      },
      {
        kind: "choice",
        name: "measure",
        label: "lab.measure",
        options: [
          { value: "count", label: "lab.ties.count" },
          { value: "share", label: "lab.ties.share" },
        ],
        fallback: "count",
      },
      {
        kind: "choice",
        name: "lengths",
        label: "lab.ties.lengths",
        options: [
          { value: "even", label: "lab.ties.even" },
          { value: "odd", label: "lab.ties.odd" },
          { value: "all", label: "lab.ties.all" },
        ],
        fallback: "even",
      },
    ],
    examples: [
      { label: "lab.ties.long", values: { largest: "2", length: "60" } },
      { label: "lab.ties.zigzag", values: { largest: "3", length: "30", measure: "share", lengths: "all" } },
    ],
    glyph: "M4 26h.01M4 26 18 21M18 21l12-8M30 13 44 4M4 26l14-2M18 24l12-4M30 20l14-5M4 27l40-4",
  },
];

/** What the address asks for, with what it does not say, or says wrong, filled in; numbers are checked where they stand. */
export function given(kind: PictureKind, query: URLSearchParams): Values {
  return sensible(Object.fromEntries(kind.fields.map((field) => [field.name, understood(field, query.get(field.name))])));
}

function understood(field: Field, text: string | null): string {
  if (text === null || field.kind === "number") {
    return text ?? String(field.fallback);
  }
  const words = field.kind === "some" ? text.split(",") : [text];
  const known = field.options.map((option) => option.value).filter((word) => words.includes(word));
  return known.length > 0 || text === "" ? known.join(",") : field.fallback;
}

/** The largest number that a field takes, which may depend on the others. */
export function highest(field: Field & { kind: "number" }, limits: Limits, values: Values): number {
  return typeof field.high === "number" ? field.high : field.high(limits, values);
}

/** Whether all numbers are numbers, and in their range. */
export function isPossible(kind: PictureKind, limits: Limits, values: Values): boolean {
  return kind.fields.every(
    (field) => field.kind !== "number" || readInteger(values[field.name] ?? "", field.low, highest(field, limits, values)) !== null,
  );
}

/** The name of a file to keep, which says what was drawn. */
export function fileName(kind: PictureKind, values: Values): string {
  const said = kind.fields.filter((field) => field.name !== "time-limit").map((field) => values[field.name] ?? "");
  return ["perfectplay", kind.id, ...said]
    .join("-")
    .replaceAll(/[^a-z0-9-]+/gi, "-")
    .replaceAll(/-+$/g, "");
}

/** Makes sense of a choice that makes none: the smaller number comes first, and gaps are those of a bound. */
export function sensible(values: Values): Values {
  const swapped = Number(values.from) > Number(values.to) ? { ...values, from: values.to ?? "", to: values.from ?? "" } : values;
  return swapped.measure === "gap" && !swapped.bounds ? { ...swapped, bounds: "matching" } : swapped;
}

/** The address of a picture; what is as usual is left out. */
export function address(kind: PictureKind, values: Values): string {
  const query = new URLSearchParams({ picture: kind.id });
  for (const field of kind.fields) {
    const value = values[field.name];
    if (value !== undefined && value !== String(field.fallback)) {
      query.set(field.name, value);
    }
  }
  return `/lab?${query}`;
}

/** Parameters of the API. */
export function parameters(kind: PictureKind, values: Values): Params {
  return Object.fromEntries(kind.fields.map((field) => [field.name, values[field.name]?.trim()]));
}
