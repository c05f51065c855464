import type { JSX } from "preact";
import { ProjectorScore } from "../../components/Projector";
import { Face, faceOf, type Mood } from "../../components/stage/Face";
import { Rope, Side } from "../../components/stage/Stage";
import type { Player, Seats } from "../../components/two/seats";
import { label, standing } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { num } from "../../lib/i18n";
import { colour, leadOf, points, standText } from "./words";

/** Who sits on the left, and who on the right. */
export function sides({ me }: Seats): readonly [Player, Player] {
  return me === 1 ? [1, 0] : [0, 1];
}

/** Who has how much, and what is still on the board. */
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

/** How a player takes the last move, or the end. */
function moodOf(record: FactorgameDescribed, player: Player): Mood {
  const lead = player === 0 ? leadOf(record) : -leadOf(record);
  const last = record.turns.at(-1);
  if (last === undefined) {
    return "waiting";
  }
  if (record.over) {
    return lead > 0 ? "glad" : lead < 0 ? "beaten" : "waiting";
  }
  const [own, other] = last.gains.map(Number);
  const [mine = 0, theirs = 0] = last.player === player ? [own, other] : [other, own];
  return mine > theirs ? "greedy" : mine < theirs ? "sulking" : "waiting";
}

/** A player's side: what was taken and what was given, the latest first. */
export function Seat(props: { record: FactorgameDescribed; seats: Seats; player: Player }): JSX.Element {
  const { record, seats, player } = props;
  const who =
    seats.me === null || player === seats.me ? (player === 0 ? "first" : "second") : faceOf(seats.opponent ?? "");
  const pile = record.tiles
    .filter((tile) => tile.player === player && tile.fate !== "wasted")
    .sort((a, b) => (a.move ?? 0) - (b.move ?? 0));
  return (
    <Side
      side={colour(seats, player)}
      name={label(seats, player)}
      total={points(record)[player]}
      turn={!record.over && record.to_move === player}
      face={<Face who={who} mood={moodOf(record, player)} />}
      pile={pile.map(({ number }) => ({ key: number }))}
    />
  );
}

/** Who has how much, above a board that fills the screen. */
export function ProjectorScores({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  return (
    <>
      {sides(seats).map((player) => (
        <ProjectorScore
          key={player}
          label={label(seats, player)}
          value={num(points(record)[player])}
          tone={colour(seats, player) === "mine" ? "player" : "opponent"}
        />
      ))}
      <span class="projector-score">{standText(record, seats)}</span>
    </>
  );
}
