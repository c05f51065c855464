import type { ComponentChildren, JSX } from "preact";
import type { Described } from "../../generated/api";
import { t } from "../../lib/i18n";
import { ShareEnd } from "../after/ShareEnd";
import { Button } from "../Button";
import { isPuzzle, NextPuzzle } from "../NextPuzzle";
import { ResultCard, type Tone } from "../stage/Result";
import type { Player, Seats } from "./seats";

/** Id of the heading, which gets the focus if no element of the board can have it. */
export const VERDICT = "two-verdict";

/** The card at the end of a game: the result, the best possible result, and buttons for another game. */
export function Verdict(props: {
  record: Described;
  seats: Seats;
  /** A sentence that says who has won. */
  outcome: string;
  tone: Tone;
  fresh: boolean;
  onAgain: (me: Player | null) => void;
  onClose: () => void;
  /** The link to the next level, if there is one. */
  next: JSX.Element | null;
  /** A text about the best possible result. */
  children: ComponentChildren;
}): JSX.Element {
  const { onAgain } = props;
  const { me } = props.seats;
  return (
    <ResultCard
      tone={props.tone}
      fresh={props.fresh}
      id={VERDICT}
      title={props.outcome}
      onClose={props.onClose}
      actions={
        <>
          <NextPuzzle />
          {props.next}
          <Button
            icon="restart"
            text={t("two.again")}
            look={isPuzzle() || props.next ? "" : "primary"}
            onClick={() => onAgain(me)}
          />
          {me !== null && (
            <Button text={t(me === 0 ? "two.letThem" : "two.letMe")} onClick={() => onAgain(me === 0 ? 1 : 0)} />
          )}
          <ShareEnd record={props.record} />
        </>
      }
    >
      {props.children}
    </ResultCard>
  );
}
