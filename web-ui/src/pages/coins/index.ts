import type { GamePages } from "../declaration";
import { pieces } from "./Coin";
import { Emblem } from "./Emblem";
import { results } from "./results";

/** What the pages have of this game. */
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
  material: [
    { href: "/coins:3.9.1.2?vs=perfect&first=me", text: "teach.play" },
    { href: "/coins:1.2.4.3?projector=1", text: "teach.board" },
    { href: "/coins/triangle", text: "triangle.open" },
    { href: "/worksheets?game=coins", text: "teach.sheet" },
    { href: "/worksheets?game=coins&kind=triangle", text: "classroom.sheet.triangle" },
  ],
  results,
  answers: ["/position", "/move", "/hint", "/hint/steps", "/review", "/coins/table", "/coins/reply"],
  proof: async () => (await import("./proof")).proof,
};
