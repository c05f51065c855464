import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Route } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { type Start, StartContext } from "../../lib/start";
import { GoOn } from "../GoOn";
import { newSeed } from "../two/seats";
import "./start.css";

/** The parts that a game declares for its start page. */
export interface StartPage extends Pick<Start, "Choose" | "Sheet"> {
  Table: ComponentType<{ route: Route; id: string }>;
  /**
   * Return the board to show and the query of its game; null before there is a board. `seed` seeds a random opponent.
   */
  board(route: Route, seed: number): { id: string; query: string } | null;
  /** Shown until there is a board. */
  Wait?: ComponentType;
  /** Return whether the window with all settings is open at first, according to the address. */
  opens?: (route: Route) => boolean;
}

/** The page of a game. If the address names no position, a new game can start on its board. */
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
  // Reset the focus for a different game, since the button that started it may be gone. A first move keeps the focus.
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
