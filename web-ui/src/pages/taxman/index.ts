import type { GamePages } from "../../lib/games";
import { Card } from "./Card";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "taxman",
  title: "nav.taxman",
  pages: {
    taxman: async () => (await import("./Taxman")).Taxman,
    "taxman/levels": async () => (await import("./levels")).Page,
  },
  Card,
  sheet: async () => (await import("./sheet")).sheet,
  lab: async () => (await import("./lab")).lab,
  lessons: async () => (await import("./lesson")).lessons,
  results: async () => (await import("./results")).results,
  proof: async () => (await import("./proof")).proof,
};
