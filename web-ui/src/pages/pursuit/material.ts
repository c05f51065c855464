/** Material for teachers. */
import type { Material } from "../declaration";

export const material: readonly Material[] = [
  { href: "/pursuit", text: "teach.play" },
  { href: "/pursuit:3.6.9.100:951?projector=1", text: "teach.board" },
  { href: "/worksheets?game=pursuit", text: "teach.sheet" },
];
