/** Material for teachers. */
import type { Material } from "../declaration";

export const material: readonly Material[] = [
  { href: "/factorgame:30?vs=greedy&first=me", text: "teach.play" },
  { href: "/factorgame:30?projector=1", text: "teach.board" },
  { href: "/factorgame:30~pass?projector=1", text: "factor.material.pass" },
  { href: "/factorgame:30?divisors=you&best=off", text: "teach.find" },
  { href: "/worksheets?game=factorgame", text: "teach.sheet" },
  { href: "/worksheets?game=factorgame&task=table", text: "worksheets.factorgame.table" },
];
