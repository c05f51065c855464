import type { JSX } from "preact";
import { Rope } from "../../components/stage/Stage";
import { Seat as PlayerSide } from "../../components/two/Seat";
import { type Player, type Seats, sides } from "../../components/two/seats";
import { standing } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { leadOf, points, standText } from "./words";

/** Each player's share of the points, and the share that is still on the board. */
export function Scores({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  const [near, far] = sides(seats);
  const scores = points(record);
  const open = record.tiles.reduce((total, { number, fate }) => total + (fate === "open" ? number : 0), 0);
  return (
    <Rope
      mine={scores[near]}
      theirs={scores[far]}
      whole={scores[near] + scores[far] + open}
      label={`${standing(record, seats)} ${standText(record, seats)}`}
    />
  );
}

/** Return a player's net gain from the last move; null before the first move. */
function gainOf({ turns }: FactorgameDescribed, player: Player): number | null {
  const last = turns.at(-1);
  if (last === undefined) {
    return null;
  }
  const net = Number(last.gains[0]) - Number(last.gains[1]);
  return last.player === player ? net : -net;
}

/** A player's side of the stage. It lists the numbers that the player took and received, the latest first. */
export function Seat(props: { record: FactorgameDescribed; seats: Seats; player: Player }): JSX.Element {
  const { record, seats, player } = props;
  const pile = record.tiles
    .filter((tile) => tile.player === player && tile.fate !== "wasted")
    .sort((a, b) => (a.move ?? 0) - (b.move ?? 0));
  return (
    <PlayerSide
      {...{ record, seats, player }}
      lead={leadOf(record)}
      gain={gainOf(record, player)}
      pile={pile.map(({ number }) => ({ key: number }))}
    />
  );
}
