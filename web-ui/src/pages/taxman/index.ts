import type { GamePages } from "../../lib/games";
import { Card } from "./Card";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "taxman",
  title: "nav.taxman",
  pages: {
    taxman: async () => (await import("./Taxman")).Taxman,
  },
  Card,
  sheet: async () => (await import("./sheet")).sheet,
  lab: async () => (await import("./lab")).lab,
};
