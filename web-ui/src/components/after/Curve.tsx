import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { ReviewMove } from "../../generated/api";
import { sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";
import { tn } from "../../lib/wording";
import { Busy } from "../Busy";
import { Button } from "../Button";
import { ErrorNote } from "../ErrorNote";
import { Slider } from "../Slider";
import { Graph } from "./Graph";
import { costly, useReview } from "./review";
import "./after.css";

/** Properties of `Curve`. */
export interface CurveProps {
  id: string;
  /** The number of moves made in the position on the board. */
  at: number;
  /** Set if the reader must press a button to compute the curve, because that may take long. */
  waits?: boolean;
  /** Format a move for the reader. */
  name: (move: string, number: number) => string;
  /** Name the player who made a move, in a game for two. */
  who?: (player: number) => string;
  /** Set if the reader was the second player. */
  second?: boolean;
  /** Return whether the reader may go back and replace a move. */
  mine?: (move: ReviewMove) => boolean;
  /** Show the position after some moves. */
  onGo: (k: number) => void;
  /** Go back to the position before a move, to try another one. */
  onTry: (move: ReviewMove) => void;
  /** Receive the best move of the position, to show it on the board; null if it is unknown. */
  onBest?: (move: string | null) => void;
}

/** The cost of every move of a finished game: a curve with a link to each position, and a list of the mistakes. */
export function Curve(props: CurveProps): JSX.Element {
  const { id, at, who } = props;
  const [wanted, setWanted] = useState(props.waits !== true);
  // Move the slider and the curve immediately, before the board has loaded the position.
  const [reached, setReached] = useState(at);
  useLayoutEffect(() => setReached(at), [at]);
  const go = (k: number): void => {
    setReached(k);
    props.onGo(k);
  };
  const live = useReview(wanted ? id : null);
  useLayoutEffect(() => setWanted(props.waits !== true), [id]);
  const review = live.result;
  const found = review ? costly(review) : [];
  const mine = props.mine ?? (() => true);
  const next = review?.moves[at];
  const best =
    next === undefined ? null : (next.better ?? (next.cost !== null && sign(next.cost) === 0 ? next.move : null));
  useEffect(() => props.onBest?.(best), [id, at, best]);
  const named = (move: ReviewMove): string => moveText(move, props.name(move.move, move.number), who);
  const told = (move: ReviewMove): string =>
    t("common.named", { name: named(move), what: costAndBetter(move, props.name) });
  return (
    <section class="card stack curve" aria-labelledby="curve" aria-busy={wanted && review === null && !live.error}>
      <h2 id="curve">{t("after.curve")}</h2>
      {!wanted ? (
        <p>
          <Button text={t("after.curve.show")} onClick={() => setWanted(true)} />
        </p>
      ) : live.error ? (
        <ErrorNote error={live.error} onRetry={live.again} />
      ) : review === null ? (
        <Busy label={t("after.curve.loading")} asked={live} />
      ) : (
        <>
          <p>
            {found.length
              ? tn("after.curve.some", found.length, { total: review.moves.length })
              : t(review.status === "optimal" ? "after.curve.none" : "after.curve.unknown")}{" "}
            {found.length > 0 && review.status !== "optimal" && t("after.curve.bounded")}
          </p>
          <Graph review={review} slips={found} at={reached} flip={props.second === true} onGo={go} />
          <Slider
            label={t("after.curve.moment")}
            min={0}
            max={review.moves.length}
            value={reached}
            valueText={t("after.curve.at", { move: reached, total: review.moves.length })}
            onInput={go}
            steps
          />
          <p class="curve-told bold" aria-live="polite">
            {next === undefined ? t("after.curve.end") : found.includes(next) ? named(next) : told(next)}
          </p>
          {found.length > 0 && (
            <ol class="curve-moves stack">
              {found.map((move) => (
                <li
                  key={move.number}
                  class="stat bad row between"
                  {...(move === next && { "aria-current": "step" as const })}
                >
                  <p>{told(move)}</p>
                  {mine(move) && (
                    <Button
                      icon="undo"
                      text={t("after.curve.try")}
                      label={t("common.named", { name: t("after.curve.try"), what: named(move) })}
                      look="no-print"
                      onClick={() => props.onTry(move)}
                    />
                  )}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}

function moveText(move: ReviewMove, name: string, who: ((player: number) => string) | undefined): string {
  return who
    ? t("after.curve.moveOf", { number: num(move.number), move: name, name: who(move.player) })
    : t("after.curve.move", { number: num(move.number), move: name });
}

/** Describe the cost of a move, and name a better move if there is one. */
function costAndBetter(move: ReviewMove, name: (move: string, number: number) => string): string {
  const cost = costText(move);
  return move.better === null
    ? cost
    : t("common.then", { a: cost, b: t("after.curve.better", { move: name(move.better, move.number) }) });
}

function costText({ cost, least }: ReviewMove): string {
  return cost !== null
    ? sign(cost) === 0
      ? t("after.curve.fine")
      : t("after.curve.cost", { cost: num(cost) })
    : sign(least) > 0
      ? t("after.curve.costLeast", { cost: num(least) })
      : t("after.curve.notKnown");
}
