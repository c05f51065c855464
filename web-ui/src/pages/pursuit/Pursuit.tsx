import type { JSX } from "preact";
import type { Route } from "../../lib/router";
import { Start } from "./Start";
import { Table } from "./Table";
import "./classroom.css";
import "./pursuit.css";

/** Arithmetical pursuit: its start page, or the game of the address. */
export function Pursuit({ route }: { route: Route }): JSX.Element {
  return route.id === null ? <Start /> : <Table id={route.id} />;
}
