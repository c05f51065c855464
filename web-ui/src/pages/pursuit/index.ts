import type { GamePages } from "../../lib/games";
import { Card } from "./Card";
import { Pursuit } from "./Pursuit";
import { columns, pictures } from "./lab";
import { Odds } from "./Odds";
import { sheet } from "./sheet";

/** What the pages have of this game. */
export const game: GamePages = {
  name: "pursuit",
  title: "nav.pursuit",
  pages: { pursuit: Pursuit, "pursuit/odds": Odds },
  Card,
  sheet,
  pictures,
  columns,
};
