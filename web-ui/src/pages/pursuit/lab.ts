/** The lab's pictures about arithmetical pursuit. */
import type { TextKey } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import type { Field, LabPages, PictureKind } from "../lab/pictures";
import { Formulas } from "./Formulas";
import { Odds } from "./Odds";

const DECKS = [
  { value: "cards", label: "lab.deck.cards" },
  { value: "classic", label: "lab.deck.classic" },
] as const;

const DECK: Field = { kind: "choice", name: "deck", label: "lab.deck", options: DECKS, fallback: "cards" };

/** Fields that need a server: a browser takes too long to count deals, and a site has answers for whole decks only. */
const COUNTED: readonly Field[] = SITE
  ? []
  : [
      {
        kind: "choice",
        name: "numbers",
        label: "odds.size",
        options: ["2", "3", "4", "5", "6"].map((value) => ({ value })),
        fallback: "6",
      },
      { kind: "text", name: "targets", label: "odds.targets", hint: "odds.allTargets", fallback: "" },
      {
        kind: "choice",
        name: "rules",
        label: "pursuit.deal.rules",
        options: [
          { value: "", label: "odds.rules.plain" },
          { value: "all", label: "pursuit.rule.all" },
          { value: "operators=+-*", label: "odds.rules.whole" },
          { value: "operators=+-", label: "odds.rules.sums" },
        ],
        fallback: "",
      },
    ];

const pictures: readonly PictureKind[] = [
  {
    id: "targets",
    work: "/pursuit/odds",
    svg: "/pursuit/chart.svg",
    csv: "/pursuit/chart.csv",
    fields: [DECK, ...COUNTED],
    examples: [],
    Below: Odds,
    glyph:
      "M3 7h.01M7 6h.01M11 8h.01M15 7h.01M19 9h.01M23 8h.01M27 11h.01M31 10h.01M35 14h.01M39 13h.01M43 19h.01M9 10h.01M17 12h.01M25 15h.01M33 18h.01M41 24h.01",
  },
  {
    id: "formulas",
    work: null,
    svg: "/pursuit/formulas.svg",
    csv: "/lab/formulas.csv",
    fields: [DECK],
    examples: [],
    Below: Formulas,
    glyph:
      "M4 4h.01M9 7h.01M13 6h.01M17 10h.01M21 11h.01M24 15h.01M28 14h.01M31 18h.01M34 17h.01M37 21h.01M40 20h.01M43 24h.01M45 26h.01M3 3l42 24",
  },
];

const columns: Readonly<Record<string, TextKey>> = {
  target: "lab.column.target",
  hits: "lab.column.hits",
  deals: "lab.column.deals",
  distinct_hits: "lab.column.distinctHits",
  distinct_deals: "lab.column.distinctDeals",
  probability: "lab.column.probability",
  value: "lab.column.value",
  formulae: "lab.column.formulae",
};

export const lab: LabPages = { pictures, columns };
