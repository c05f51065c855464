import type { JSX } from "preact";
import type { Route } from "../../lib/router";
import { Game } from "./Game";
import { Start } from "./Start";
import "./taxman.css";

/** The Taxman table: where a game is chosen, and where it is played. */
export function Taxman({ route }: { route: Route }): JSX.Element {
  return route.id === null ? <Start /> : <Game route={route} id={route.id} />;
}
