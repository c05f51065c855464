import type { GamePages } from "../declaration";
import { Emblem } from "./Emblem";

/** The pages of the factor game, and the other parts that it declares. */
export const game: GamePages = {
  name: "factorgame",
  title: "nav.factorgame",
  rank: 4,
  pages: {
    factorgame: async () => (await import("./start")).FactorGame,
    "factorgame/levels": async () => (await import("./map")).Page,
  },
  Emblem,
  line: "home.factorgame.line",
  lessons: async () => (await import("./lesson")).lessons,
};
