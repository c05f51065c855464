import type { JSX } from "preact";
import { BY_LINK } from "../../lib/sending";
import { Face, FIRST, type Mood } from "../stage/Face";
import { faceOf, SECOND } from "../stage/opponents";
import type { Player, Seats } from "./seats";

/** The facts that decide a player's mood. */
export interface Standing {
  over: boolean;
  /** The player's lead, or its sign. */
  lead: number;
  /** The player's net gain by the last move, or its sign; null before the first move. */
  gain: number | null;
}

function moodOf({ over, lead, gain }: Standing): Mood {
  if (gain === null) {
    return "waiting";
  }
  if (over) {
    return lead > 0 ? "glad" : lead < 0 ? "beaten" : "waiting";
  }
  return gain > 0 ? "greedy" : gain < 0 ? "sulking" : "waiting";
}

/** The face of a player: a person, or the opponent that the address names. */
export function PlayerFace(props: { seats: Seats; player: Player; standing: Standing }): JSX.Element {
  const { seats, player } = props;
  const { opponent, me } = seats;
  const person = player === 0 ? FIRST : SECOND;
  const who = opponent === null || opponent === BY_LINK || player === me ? person : faceOf(opponent);
  return <Face who={who} mood={moodOf(props.standing)} />;
}
