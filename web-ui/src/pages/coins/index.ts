import type { GamePages } from "../declaration";
import { Emblem } from "./Emblem";

/** The pages of greedy coins, and the other parts that it declares. */
export const game: GamePages = {
  name: "coins",
  title: "nav.coins",
  rank: 2,
  pages: {
    coins: async () => (await import("./start")).Coins,
    "coins/triangle": async () => (await import("./Fill")).Fill,
    "coins/levels": async () => (await import("./map")).Page,
  },
  Emblem,
  line: "home.coins.line",
  lessons: async () => (await import("./lesson")).lessons,
};
