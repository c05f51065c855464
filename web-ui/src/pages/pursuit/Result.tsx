import type { JSX } from "preact";
import { costly, useReview } from "../../components/after/review";
import { ShareEnd } from "../../components/after/ShareEnd";
import { Button } from "../../components/Button";
import { isPuzzle, NextPuzzle } from "../../components/NextPuzzle";
import { ResultCard } from "../../components/stage/Result";
import type { PursuitDescribed, PursuitSolved, ReviewMove } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { num, t } from "../../lib/i18n";
import { useLive } from "../../lib/solver";
import { NextLevel } from "../levels/NextLevel";
import { LEVELS } from "./levels";
import { away, possible, pretty, prettyMove, standing } from "./model";
import type { Outcome } from "./rounds";
import { STOP } from "./rules";

/** Id of the heading, which gets the focus if the focused element has disappeared. */
export const RESULT = "pursuit-result";

/** The result of the game, the best possible result, and the next steps. */
export function Result(props: {
  position: PursuitDescribed;
  outcome: Outcome;
  /** Set if the game has just ended. */
  fresh: boolean;
  busy: boolean;
  onNext: () => void;
  /** Go to the position before a move. */
  onTry: (number: number) => void;
  onClose: () => void;
}): JSX.Element {
  const { position, outcome } = props;
  const live = useLive<PursuitSolved>("/pursuit/solve", { position: position.start });
  const solved = live.result;
  const hit = outcome.distance === 0;
  const perfect = hit || solved?.distance === outcome.distance;
  const lost = useLost(perfect || position.steps.length === 0 ? null : position.id);
  const level = <NextLevel game={position.game} levels={LEVELS} id={position.start.replace(/^pursuit:/, "")} />;
  return (
    <ResultCard
      tone={perfect ? "perfect" : solved !== null && outcome.distance <= LIMITS.away ? "won" : "played"}
      fresh={props.fresh}
      id={RESULT}
      title={
        hit
          ? t(position.distance === 0 ? "pursuit.result.hit" : "pursuit.result.hitBefore", {
              target: num(position.target),
            })
          : away(`pursuit.result.${outcome.by === "hit" ? "content" : outcome.by}`, outcome)
      }
      onClose={props.onClose}
      actions={
        <>
          <NextPuzzle />
          {level}
          {lost && <Button icon="undo" text={t("after.curve.try")} onClick={() => props.onTry(lost.first.number)} />}
          <Button text={t("pursuit.next")} look={isPuzzle() ? "" : "primary"} off={props.busy} onClick={props.onNext} />
          <ShareEnd record={position} />
        </>
      }
    >
      {hit && position.distance === 0 && position.answer_expression !== null && (
        <p class="big bold anywhere">
          {pretty(position.answer_expression)} = {num(position.answer_text)}
        </p>
      )}
      {!hit && (
        <p>
          {solved === null ? "…" : perfect ? t("pursuit.result.perfect", { why: possible(solved) }) : possible(solved)}{" "}
          {lost?.text}{" "}
          {position.distance < outcome.distance && t("pursuit.result.since", { standing: standing(position) })}
        </p>
      )}
    </ResultCard>
  );
}

/** Return the step after which the target (or the best number) was out of reach, and a text about it, if known. */
function useLost(id: string | null): { first: ReviewMove; text: string } | null {
  const { result } = useReview(id);
  const [first] = result ? costly(result) : [];
  if (result === null || first === undefined || first.move === STOP) {
    return null;
  }
  const reached = result.points[first.number - 1]?.upper === 0;
  return {
    first,
    text: t(reached ? "after.lost" : "after.lostMore", {
      number: num(first.number),
      move: prettyMove(first.move),
      cost: num(first.least),
    }),
  };
}
