import type { GamePages } from "../../lib/games";
import { Card } from "./Card";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "coins",
  title: "nav.coins",
  pages: {
    coins: async () => (await import("./Coins")).Coins,
    "coins/levels": async () => (await import("./levels")).Page,
  },
  Card,
  sheet: async () => (await import("./sheet")).sheet,
  lab: async () => (await import("./lab")).lab,
  lessons: async () => (await import("./lesson")).lessons,
  results: async () => (await import("./results")).results,
  proof: async () => (await import("./proof")).proof,
};
