import type { JSX } from "preact";
import type { Player, Seats } from "../../components/two/seats";
import { Verdict as Frame } from "../../components/two/Verdict";
import { costsText, outcome } from "../../components/two/words";
import type { CoinsDescribed } from "../../generated/api";
import { sign } from "../../lib/exact";

/** The verdict on a finished game: how it ended, and the best possible result. */
export function Verdict(props: {
  record: CoinsDescribed;
  seats: Seats;
  fresh: boolean;
  onAgain: (me: Player | null) => void;
  onClose: () => void;
  next: JSX.Element | null;
}): JSX.Element {
  const { record, seats, onAgain } = props;
  const { me } = seats;
  const won = me === null ? sign(record.margin) !== 0 : sign(record.margin) === (me === 0 ? 1 : -1);
  const scores = [record.scores[0] ?? 0, record.scores[1] ?? 0] as const;
  return (
    <Frame
      record={record}
      seats={seats}
      outcome={outcome("verdict", seats, scores, record.margin)}
      tone={!won ? "played" : me !== null && sign(record.costs[me]) === 0 ? "perfect" : "won"}
      fresh={props.fresh}
      onAgain={onAgain}
      onClose={props.onClose}
      next={props.next}
    >
      <p>{outcome("start", seats, record.start_final, record.start_margin)}</p>
      <p>{costsText(record.costs, seats)}</p>
    </Frame>
  );
}
