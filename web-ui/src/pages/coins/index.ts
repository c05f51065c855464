import type { GamePages } from "../../lib/games";
import { Card } from "./Card";
import { Coins } from "./Coins";
import { columns, pictures } from "./lab";
import { sheet } from "./sheet";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "coins",
  title: "nav.coins",
  pages: { coins: Coins },
  Card,
  sheet,
  pictures,
  columns,
};
