/** The lab's pictures about the factor game. */
import { LAB } from "../../generated/factorgame-lab";
import type { TextKey } from "../../lib/i18n";
import type { LabPages, PictureKind } from "../lab/pictures";

const pictures: readonly PictureKind[] = [
  {
    id: "leads",
    work: "/lab/leads",
    svg: "/lab/leads.svg",
    csv: "/lab/leads.csv",
    fields: [{ kind: "number", name: "most", label: "tiles.n", high: (limits) => limits.leads, ...LAB.leads.most }],
    examples: [
      { label: "lab.leads.classroom", values: { most: "30" } },
      { label: "lab.leads.large", values: { most: "49" } },
    ],
    more: { href: "/factorgame", label: "home.factorgame.play" },
    glyph: "M4 26l6-4 6 2 6-8 6 3 6-9 5 3 6-10M4 4v24h41",
  },
];

const columns: Readonly<Record<string, TextKey>> = {
  n: "lab.column.largest",
  lead: "lab.column.lead",
  best_moves: "lab.column.bestMoves",
  classroom_lead: "lab.column.classroomLead",
  classroom_best_moves: "lab.column.classroomBestMoves",
};

export const lab: LabPages = { pictures, columns };
