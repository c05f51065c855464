import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "../../components/Button";
import { useFlights } from "../../components/stage/flights";
import { ResultButton, ResultCard } from "../../components/stage/Result";
import type { TaxmanDescribed } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import { Confetti } from "./Confetti";
import { BEST } from "./Live";
import { verdictOf } from "./outcome";
import { flightsOf } from "./records";
import { turnsOf } from "./rules";

/** Lets numbers fly, and announces the result after the text of the last move. */
function Followed(props: {
  stage: RefObject<HTMLDivElement | null>;
  position: TaxmanDescribed;
  message: string;
}): null {
  const { stage, position, message } = props;
  useFlights(stage, position.start, position.moves, () => flightsOf(turnsOf(position).at(-1)));
  const { outcome, verdict } = verdictOf(position, BEST);
  useEffect(() => announce(position.over ? `${message} ${outcome} ${verdict}` : ""), [position]);
  return null;
}

/** The result of the game on the home page. */
function Card(props: {
  position: TaxmanDescribed;
  onward: JSX.Element;
  onClose: () => void;
  onAgain: () => void;
}): JSX.Element {
  const { position } = props;
  const { outcome, verdict, perfect } = verdictOf(position, BEST);
  return (
    <>
      {perfect && <Confetti numbers={position.moves.map(Number)} />}
      <ResultCard
        id="live-result"
        fresh
        tone={perfect ? "perfect" : Number(position.scores[0]) > Number(position.scores[1]) ? "won" : "played"}
        title={perfect ? (verdict ?? "") : outcome}
        onClose={props.onClose}
        actions={
          <>
            {props.onward}
            <Button icon="restart" text={t("taxman.over.again")} onClick={props.onAgain} />
          </>
        }
      >
        <p>{perfect ? outcome : verdict}</p>
      </ResultCard>
    </>
  );
}

/** The components that the home page's board needs after the first move. */
export const end = { Followed, Card, ResultButton };
