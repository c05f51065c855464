/** Material for teachers. */
import type { Material } from "../declaration";

export const material: readonly Material[] = [
  { href: "/coins:3.9.1.2?vs=perfect&first=me", text: "teach.play" },
  { href: "/coins:1.2.4.3?projector=1", text: "teach.board" },
  { href: "/coins/triangle", text: "triangle.open" },
  { href: "/worksheets?game=coins", text: "teach.sheet" },
  { href: "/worksheets?game=coins&kind=triangle", text: "classroom.sheet.triangle" },
];
