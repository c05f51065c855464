import type { JSX } from "preact";
import type { Route } from "../../lib/router";
import "./factorgame.css";
import { Start } from "./Start";
import { Table } from "./Table";

/** The factor game: where a board is chosen, and where it is played. */
export function FactorGame({ route }: { route: Route }): JSX.Element {
  return route.id === null ? <Start route={route} /> : <Table route={route} id={route.id} />;
}
