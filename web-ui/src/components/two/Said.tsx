import type { JSX } from "preact";
import { useStart } from "../../lib/start";
import { Busy } from "../Busy";
import type { Seats } from "./seats";
import "./two.css";
import { type ForTwo, turn } from "./words";

/** What the latest move was, and who is to move. */
export function Said(props: {
  record: ForTwo;
  seats: Seats;
  /** The latest move; nothing at the start. */
  move: string;
  /** What it gave away, where that is said. */
  comment: string;
  mine: boolean;
  /** Whether the opponent's move is waited for. */
  waits: boolean;
  /** How to move, for a first time. */
  how: string;
  /** The game in a sentence: on its start page. */
  lead: string;
}): JSX.Element {
  const { record, seats, move, mine } = props;
  if (useStart()) {
    return <p>{props.lead}</p>;
  }
  return (
    <div class="two-said">
      {move !== "" && (
        <p>
          {move} <span class="two-comment">{props.comment}</span>
        </p>
      )}
      {mine && <p class="two-turn">{turn(record, seats)}</p>}
      {props.waits && (
        <p class="two-turn">
          <Busy inline label={turn(record, seats)} />
        </p>
      )}
      {mine && record.moves.length === 0 && <p class="muted">{props.how}</p>}
    </div>
  );
}
