import type { ComponentChildren, JSX } from "preact";
import type { Exact } from "../../generated/api";
import { sign } from "../../lib/exact";
import { t } from "../../lib/i18n";
import { partOf } from "../../lib/results";
import { type Level, nextLevel } from "../../pages/levels/model";
import { NextLevel } from "../../pages/levels/NextLevel";
import { Celebration } from "../after/Celebration";
import { ShareEnd } from "../after/ShareEnd";
import { Button } from "../Button";
import { isPuzzle, NextPuzzle } from "../NextPuzzle";
import { ResultCard } from "../stage/Result";
import type { Player, Seats } from "./seats";
import { type ForTwo, outcome } from "./words";

/** Id of the heading, which gets the focus if no element of the board can have it. */
export const VERDICT = "two-verdict";

/** The end of a game: the result, the best possible result, and buttons for another game. */
export function Verdict(props: {
  record: ForTwo;
  seats: Seats;
  /** The first player's lead. */
  lead: Exact;
  /** The cost of each player's mistakes; null if it is unknown. */
  costs: readonly Exact[] | null;
  levels: readonly Level[];
  /** Set if a move has just ended the game. */
  fresh: boolean;
  onAgain: (me: Player | null) => void;
  onClose: () => void;
  /** A text about the best possible result. */
  children: ComponentChildren;
}): JSX.Element {
  const { record, seats, lead, costs, levels, fresh, onAgain } = props;
  const { me, opponent } = seats;
  const won = me === null ? sign(lead) !== 0 : sign(lead) === (me === 0 ? 1 : -1);
  const perfect = me !== null && costs !== null && sign(costs[me] ?? 0) === 0;
  const key = [partOf(record.start), opponent, me].join("/");
  const goesOn = won && nextLevel(levels, key) !== undefined;
  return (
    <>
      {me !== null && fresh && <Celebration key={record.id} game={record.game} won={won} perfect={perfect} />}
      <ResultCard
        tone={!won ? "played" : perfect ? "perfect" : "won"}
        fresh={fresh}
        id={VERDICT}
        title={outcome("verdict", seats, record.scores, lead)}
        onClose={props.onClose}
        actions={
          <>
            <NextPuzzle />
            {goesOn && <NextLevel game={record.game} levels={levels} id={key} />}
            <Button
              icon="restart"
              text={t("two.again")}
              look={isPuzzle() || goesOn ? "" : "primary"}
              onClick={() => onAgain(me)}
            />
            {me !== null && (
              <Button text={t(me === 0 ? "two.letThem" : "two.letMe")} onClick={() => onAgain(me === 0 ? 1 : 0)} />
            )}
            <ShareEnd record={record} />
          </>
        }
      >
        {props.children}
      </ResultCard>
    </>
  );
}
