import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Route } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { type Start, StartContext } from "../../lib/start";
import { GoOn } from "../GoOn";
import { newSeed } from "../two/seats";
import "./start.css";

/** What a game declares of its start page. */
export interface StartPage extends Pick<Start, "Choose" | "Sheet"> {
  Table: ComponentType<{ route: Route; id: string }>;
  /** The board that is shown, and the query of its game; null until there is one. `seed`: for an opponent's chance. */
  board(route: Route, seed: number): { id: string; query: string } | null;
  /** What is shown until there is a board. */
  Wait?: ComponentType;
  /** Whether an address asks for the window of all that can be chosen. */
  opens?: (route: Route) => boolean;
}

/** The page of a game: its table, on which a game can be begun where the address names none. */
export function GamePage({ route, start }: { route: Route; start: StartPage }): JSX.Element {
  const begins = route.id === null;
  const seed = useMemo(newSeed, [begins]);
  const board = begins ? start.board(route, seed) : null;
  const id = board?.id ?? route.id;
  const query = board?.query ?? "";
  const opens = begins && start.opens?.(route) === true;
  const shown = useMemo(
    () => (begins ? { ...route, id, query: new URLSearchParams(query) } : route),
    [route, id, query],
  );
  const context = useMemo(
    () => (begins ? { query, Choose: start.Choose, Sheet: start.Sheet, open: opens } : null),
    [begins, query, opens],
  );
  // Another game is another screen, and the button that led there may be gone; a first move stays where it is.
  const game = id?.split("/")[0];
  const last = useRef({ game, begins });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { game, begins };
    if ((before.game !== game || (begins && !before.begins)) && route.via !== "pop") {
      focusIfLost("main h1");
      scrollTo(0, 0);
    }
  }, [game, begins]);
  return (
    <StartContext.Provider value={context}>
      {id === null ? start.Wait && <start.Wait /> : <start.Table route={shown} id={id} />}
      {begins && <GoOn game={route.game} heading="h2" />}
    </StartContext.Provider>
  );
}
