import type { GamePages } from "../../lib/games";
import { Card } from "./Card";
import { Taxman } from "./Taxman";
import { columns, pictures } from "./lab";
import { sheet } from "./sheet";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "taxman",
  title: "nav.taxman",
  pages: { taxman: Taxman },
  Card,
  sheet,
  pictures,
  columns,
};
