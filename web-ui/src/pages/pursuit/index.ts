import { useLayoutEffect } from "preact/hooks";
import checker from "../../generated/pursuit-check.wasm";
import { here } from "../../lib/lazy";
import { navigate, type Route } from "../../lib/router";
import type { GamePages } from "../declaration";
import { Emblem } from "./Emblem";

/** A page that redirects older links to the odds, which are now a picture of the lab. */
function Moved({ route }: { route: Route }): null {
  useLayoutEffect(() => navigate(`/lab?picture=targets&${route.query}`, { replace: true }), []);
  return null;
}

/** The pages of arithmetical pursuit, and the other parts that it declares. */
export const game: GamePages = {
  name: "pursuit",
  title: "nav.pursuit",
  rank: 3,
  pages: {
    pursuit: async () => (await import("./start")).Pursuit,
    "pursuit/levels": async () => (await import("./map")).Page,
    "pursuit/match": async () => (await import("./Match")).Match,
    "pursuit/odds": here(Moved),
  },
  Emblem,
  line: "home.pursuit.line",
  lessons: async () => (await import("./lesson")).lessons,
  checker,
};
