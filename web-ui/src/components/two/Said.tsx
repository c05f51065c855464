import type { JSX } from "preact";
import { useLoaded } from "../../lib/lazy";
import { BY_LINK } from "../../lib/sending";
import { useStart } from "../../lib/start";
import { Busy } from "../Busy";
import type { Seats } from "./seats";
import "./two.css";
import { type ForTwo, turn } from "./words";

const send = async () => (await import("./ByLink")).ByLink;

/** Shows the latest move, and says whose turn it is. */
export function Said(props: {
  record: ForTwo;
  seats: Seats;
  /** The latest move; empty at the start. */
  move: string;
  /** A comment on the cost of the latest move; empty if it is hidden. */
  comment: string;
  mine: boolean;
  /** Set while the opponent's move is awaited. */
  waits: boolean;
  /** Explains how to move, before the first move. */
  how: string;
  /** A one-sentence introduction to the game, for its start page. */
  lead: string;
}): JSX.Element {
  const { record, seats, move, mine } = props;
  const linked = seats.opponent === BY_LINK;
  const Send = useLoaded(linked ? [send] : []).parts?.[0];
  if (useStart()) {
    return <p>{props.lead}</p>;
  }
  return (
    <div class="two-said">
      {move !== "" && (
        <p>
          {move} <span class="two-comment bold">{props.comment}</span>
        </p>
      )}
      {mine && <p class="two-turn big bold">{turn(record, seats)}</p>}
      {props.waits && (
        <p class="two-turn big bold">{linked ? turn(record, seats) : <Busy inline label={turn(record, seats)} />}</p>
      )}
      {props.waits && Send && <Send record={record} />}
      {mine && record.moves.length === 0 && <p class="muted">{props.how}</p>}
    </div>
  );
}
