/** Material for teachers. */
import type { Material } from "../declaration";

export const material: readonly Material[] = [
  { href: "/taxman:20", text: "teach.play" },
  { href: "/taxman:20?projector=1", text: "teach.board" },
  { href: "/taxman:20?divisors=you&best=off", text: "teach.find" },
  { href: "/worksheets?game=taxman", text: "teach.sheet" },
  { href: "/worksheets?game=taxman&kind=divisors", text: "classroom.sheet.divisors" },
];
