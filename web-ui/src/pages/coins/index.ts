import type { GamePages } from "../declaration";
import { pieces } from "./Coin";
import { Emblem } from "./Emblem";

/** The pages of greedy coins, and the other parts that it declares. */
export const game: GamePages = {
  name: "coins",
  title: "nav.coins",
  pages: {
    coins: async () => (await import("./start")).Coins,
    "coins/triangle": async () => (await import("./Fill")).Fill,
    "coins/levels": async () => (await import("./map")).Page,
  },
  Emblem,
  line: "home.coins.line",
  pieces,
  sheet: async () => (await import("./sheet")).sheet,
  lab: async () => (await import("./lab")).lab,
  lessons: async () => (await import("./lesson")).lessons,
  material: async () => (await import("./material")).material,
  answers: ["/position", "/move", "/hint", "/hint/steps", "/review", "/coins/table", "/coins/reply"],
  proof: async () => (await import("./proof")).proof,
};
