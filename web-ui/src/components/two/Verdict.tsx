import type { ComponentChildren, JSX } from "preact";
import { t } from "../../lib/i18n";
import { Icon } from "../Icon";
import { isPuzzle, NextPuzzle } from "../NextPuzzle";
import { ResultCard, type Tone } from "../stage/Result";
import type { Player, Seats } from "./seats";

/** Id of its heading, where the focus goes when nothing is left on the board that could have it. */
export const VERDICT = "two-verdict";

/** How a game has ended, what would have been possible, and the way into the next game. */
export function Verdict(props: {
  seats: Seats;
  /** Who has won. */
  outcome: string;
  tone: Tone;
  fresh: boolean;
  onAgain: (me: Player | null) => void;
  onClose: () => void;
  /** The way to the next level, where there is one. */
  next: JSX.Element | null;
  /** What would have been possible. */
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
          <button
            type="button"
            class={`button ${isPuzzle() || props.next ? "" : "primary"}`}
            onClick={() => onAgain(me)}
          >
            <Icon name="restart" />
            {t("two.again")}
          </button>
          {me !== null && (
            <button type="button" class="button" onClick={() => onAgain(me === 0 ? 1 : 0)}>
              {t(me === 0 ? "two.letThem" : "two.letMe")}
            </button>
          )}
        </>
      }
    >
      {props.children}
    </ResultCard>
  );
}
