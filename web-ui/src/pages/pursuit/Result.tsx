import type { JSX } from "preact";
import { costly, useReview } from "../../components/after/Curve";
import { Icon } from "../../components/Icon";
import { isPuzzle, NextPuzzle } from "../../components/NextPuzzle";
import type { PursuitDescribed, PursuitSolved } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { useLive } from "../../lib/solver";
import { NextLevel } from "../levels/NextLevel";
import { LEVELS } from "./levels";
import { away, possible, pretty, prettyMove, STOP, standing } from "./model";
import type { Outcome } from "./rounds";

/** What came of the game, what would have been possible, and the way on. */
export function Result(props: {
  position: PursuitDescribed;
  outcome: Outcome;
  busy: boolean;
  onNext: () => void;
  /** Goes to the position before a move. */
  onTry: (number: number) => void;
}): JSX.Element {
  const { position, outcome } = props;
  const live = useLive<PursuitSolved>("/pursuit/solve", { position: position.start }, { delay: 0 });
  const solved = live.result;
  const hit = outcome.distance === 0;
  const perfect = solved !== null && solved.distance === outcome.distance;
  const title = hit
    ? t(position.distance === 0 ? "pursuit.result.hit" : "pursuit.result.hitBefore", { target: num(position.target) })
    : away(`pursuit.result.${outcome.by === "hit" ? "content" : outcome.by}`, outcome);
  return (
    <section class={`pursuit-result${hit ? " hit" : ""}`} aria-labelledby="pursuit-result">
      <h2 id="pursuit-result" tabIndex={-1}>
        {hit && <Icon name="check" />}
        {title}
      </h2>
      {hit && position.distance === 0 && position.answer_expression !== null && (
        <p class="pursuit-formula">
          {pretty(position.answer_expression)} = {num(position.answer_text)}
        </p>
      )}
      {!hit && (
        <p>
          {solved === null ? "…" : perfect ? t("pursuit.result.perfect", { why: possible(solved) }) : possible(solved)}{" "}
          {position.distance < outcome.distance && t("pursuit.result.since", { standing: standing(position) })}
        </p>
      )}
      {!hit && !perfect && position.steps.length > 0 && <Lost position={position} onTry={props.onTry} />}
      <p class="row">
        <NextPuzzle />
        <button
          type="button"
          class={`button ${isPuzzle() ? "" : "primary"}`}
          aria-disabled={props.busy}
          onClick={props.onNext}
        >
          {t("pursuit.next")}
        </button>
        <NextLevel game={position.game} levels={LEVELS} id={position.start.replace(/^pursuit:/, "")} />
        {!hit && <span class="muted">{t("pursuit.result.goOn")}</span>}
      </p>
    </section>
  );
}

/** With which step the target, or what was the best, went out of reach. */
function Lost(props: { position: PursuitDescribed; onTry: (number: number) => void }): JSX.Element | null {
  const { result } = useReview(props.position.id);
  const [first] = result ? costly(result) : [];
  if (result === null || first === undefined || first.move === STOP) {
    return null;
  }
  const told = { number: num(first.number), move: prettyMove(first.move), cost: num(first.least) };
  const reached = result.points[first.number - 1]?.upper === 0;
  return (
    <p class="row">
      <span>{t(reached ? "after.lost" : "after.lostMore", told)}</span>
      <button type="button" class="button" onClick={() => props.onTry(first.number)}>
        <Icon name="undo" />
        {t("after.curve.try")}
      </button>
    </p>
  );
}
