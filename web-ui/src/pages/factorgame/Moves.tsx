import type { JSX } from "preact";
import { Moves as MoveList } from "../../components/tiles/Moves";
import { some } from "../../components/tiles/numbers";
import { type Seats, sideOf } from "../../components/two/seats";
import type { FactorgameDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";

/** The moves in order. Each shows the points that it gave the other player, and links to its position. */
export function Moves(props: {
  game: GameState<FactorgameDescribed>;
  record: FactorgameDescribed;
  seats: Seats;
}): JSX.Element {
  const { game, record, seats } = props;
  const made = record.turns.map(({ number, given, player }, i) => ({
    label: t("factor.moves.to", { move: i + 1, number: String(number), given: some(given) }),
    number,
    note: given.length > 0 ? t("factor.moves.given", { given: some(given) }) : t("factor.moves.wasted"),
    by: `factor-by ${sideOf(seats, player)}`,
  }));
  return (
    <MoveList made={made} future={game.future.map(Number)} at={record.moves.length} onGo={(k) => void game.goTo(k)} />
  );
}
