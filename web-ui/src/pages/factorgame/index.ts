import type { GamePages } from "../declaration";
import { Emblem } from "./Emblem";
import { results } from "./results";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "factorgame",
  title: "nav.factorgame",
  pages: {
    factorgame: async () => (await import("./start")).FactorGame,
    "factorgame/levels": async () => (await import("./map")).Page,
  },
  Emblem,
  line: "home.factorgame.line",
  sheet: async () => (await import("./sheet")).sheet,
  lab: async () => (await import("./lab")).lab,
  lessons: async () => (await import("./lesson")).lessons,
  material: [
    { href: "/factorgame:30?vs=greedy&first=me", text: "teach.play" },
    { href: "/factorgame:30?projector=1", text: "teach.board" },
    { href: "/factorgame:30~pass?projector=1", text: "factor.material.pass" },
    { href: "/factorgame:30?divisors=you&best=off", text: "teach.find" },
    { href: "/worksheets?game=factorgame", text: "teach.sheet" },
    { href: "/worksheets?game=factorgame&task=table", text: "worksheets.factorgame.table" },
  ],
  results,
  answers: [],
  proof: async () => (await import("./proof")).proof,
};
