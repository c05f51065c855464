import type { JSX } from "preact";
import type { DeclaredAs } from "../../generated/api";
import { useGames } from "../../lib/games";
import type { Route } from "../../lib/router";
import "./plain.css";
import { Start } from "./Start";
import { Table } from "./Table";

/** The page of a game without pages of its own. */
export function Plain({ route }: { route: Route }): JSX.Element | null {
  const game: DeclaredAs | undefined = useGames().find(({ name }) => name === route.game);
  if (game === undefined) {
    return null;
  }
  return route.id === null ? <Start game={game} /> : <Table key={game.name} game={game} id={route.id} />;
}
