import type { JSX } from "preact";
import type { Route } from "../../lib/router";
import { useStore } from "../../lib/store";
import { Duel } from "./Duel";
import { matches, roundOf } from "./matches";
import { Start } from "./Start";
import { Table } from "./Table";
import "./classroom.css";
import "./pursuit.css";

/** Arithmetical pursuit: its start page, or the game of the address, which may be a round of a match. */
export function Pursuit({ route }: { route: Route }): JSX.Element {
  const match = useStore(matches);
  if (route.id === null) {
    return <Start />;
  }
  const round = roundOf(match, route.id);
  return match !== null && round !== null ? (
    <Duel key={round.start} id={route.id} match={match} round={round} />
  ) : (
    <Table id={route.id} />
  );
}
