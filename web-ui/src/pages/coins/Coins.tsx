import type { JSX } from "preact";
import type { Route } from "../../lib/router";
import "./coins.css";
import "./classroom.css";
import { Start } from "./Start";
import { Table } from "./Table";

/** The coins page: a table with a game on it, or what comes before. */
export function Coins({ route }: { route: Route }): JSX.Element {
  return route.id === null ? <Start route={route} /> : <Table route={route} id={route.id} />;
}
