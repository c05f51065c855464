import type { GamePages } from "../declaration";
import { Emblem } from "./Emblem";

/** The pages of the factor game, and the other parts that it declares. */
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
  material: async () => (await import("./material")).material,
  answers: ["/position", "/move", "/hint", "/hint/steps", "/review", "/factorgame/solve", "/factorgame/reply"],
  proof: async () => (await import("./proof")).proof,
};
