import checker from "../../generated/taxman-check.wasm";
import type { GamePages } from "../declaration";
import { Emblem } from "./Emblem";
import { Live } from "./Live";

/** The pages of Taxman, and the other parts that it declares. */
export const game: GamePages = {
  name: "taxman",
  title: "nav.taxman",
  rank: 1,
  pages: {
    taxman: async () => (await import("./start")).Taxman,
    "taxman/levels": async () => (await import("./map")).Page,
    "taxman/prices": async () => (await import("./Prices")).Prices,
  },
  Emblem,
  line: "home.taxman.line",
  Live,
  proven: { position: "taxman:100", n: 100, best: 3164 },
  lessons: async () => (await import("./lesson")).lessons,
  checker,
};
