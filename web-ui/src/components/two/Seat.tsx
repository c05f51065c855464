import type { ComponentChildren, JSX } from "preact";
import { num } from "../../lib/i18n";
import { BY_LINK } from "../../lib/sending";
import { ProjectorScore } from "../Projector";
import { Face, FIRST, type Mood } from "../stage/Face";
import { faceOf, SECOND } from "../stage/opponents";
import { type Chip, Side } from "../stage/Stage";
import { type Player, type Seats, sideOf, sides } from "./seats";
import { type ForTwo, label } from "./words";

/** Return a player's mood, given the player's lead and the net gain from the last move, or their signs. */
function moodOf(over: boolean, lead: number, gain: number | null): Mood {
  if (gain === null) {
    return "waiting";
  }
  if (over) {
    return lead > 0 ? "glad" : lead < 0 ? "beaten" : "waiting";
  }
  return gain > 0 ? "greedy" : gain < 0 ? "sulking" : "waiting";
}

/** A player's side of the stage: a person, or the opponent that the address names. */
export function Seat(props: {
  record: ForTwo;
  seats: Seats;
  player: Player;
  /** The first player's lead, or its sign. */
  lead: number;
  /** The player's net gain from the last move, or its sign; null before the first move. */
  gain: number | null;
  pile: readonly Chip[];
}): JSX.Element {
  const { record, seats, player, lead } = props;
  const person = player === 0 ? FIRST : SECOND;
  const isPerson = seats.opponent === null || seats.opponent === BY_LINK || player === seats.me;
  return (
    <Side
      side={sideOf(seats, player)}
      name={label(seats, player)}
      total={record.scores[player] ?? 0}
      turn={!record.over && record.to_move === player}
      face={
        <Face
          who={isPerson ? person : faceOf(seats.opponent ?? "")}
          mood={moodOf(record.over, player === 0 ? lead : -lead, props.gain)}
        />
      }
      pile={props.pile}
    />
  );
}

/** Both scores, above a board that fills the screen. */
export function BothScores(props: { record: ForTwo; seats: Seats; children?: ComponentChildren }): JSX.Element {
  const { record, seats } = props;
  return (
    <>
      {sides(seats).map((player) => (
        <ProjectorScore
          key={player}
          label={label(seats, player)}
          value={num(record.scores[player] ?? 0)}
          tone={sideOf(seats, player) === "mine" ? "player" : "opponent"}
        />
      ))}
      {props.children}
    </>
  );
}
