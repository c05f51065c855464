import type { JSX } from "preact";
import { ProjectorScore } from "../../components/Projector";
import { Rope, Side } from "../../components/stage/Stage";
import { PlayerFace } from "../../components/two/PlayerFace";
import { type Player, type Seats, sideOf, sides } from "../../components/two/seats";
import { label, standing } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { num } from "../../lib/i18n";
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
    <Side
      side={sideOf(seats, player)}
      name={label(seats, player)}
      total={points(record)[player]}
      turn={!record.over && record.to_move === player}
      face={
        <PlayerFace
          seats={seats}
          player={player}
          standing={{
            over: record.over,
            lead: leadOf(record) * (player === 0 ? 1 : -1),
            gain: gainOf(record, player),
          }}
        />
      }
      pile={pile.map(({ number }) => ({ key: number }))}
    />
  );
}

/** Both scores, above a board that fills the screen. */
export function ProjectorScores({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  return (
    <>
      {sides(seats).map((player) => (
        <ProjectorScore
          key={player}
          label={label(seats, player)}
          value={num(points(record)[player])}
          tone={sideOf(seats, player) === "mine" ? "player" : "opponent"}
        />
      ))}
      <span>{standText(record, seats)}</span>
    </>
  );
}
