import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Review, ReviewMove } from "../../generated/api";
import { num, t, tn } from "../../lib/i18n";
import { type Live, useLive } from "../../lib/solver";
import { Busy } from "../Busy";
import { ErrorNote } from "../ErrorNote";
import { Icon } from "../Icon";
import { Picture } from "../Picture";
import "./after.css";

/** What every move of a game gave away; null asks nothing. */
export function useReview(id: string | null): Live<Review> {
  return useLive<Review>(id === null ? null : "/review", { id });
}

/** Moves that certainly gave something away. */
export function costly(review: Review): readonly ReviewMove[] {
  return review.moves.filter(({ least }) => !/^(-|0$)/.test(String(least)));
}

/** What every move of a game gave away: as a curve, and as a list from which one can try again. */
export function Curve(props: {
  id: string;
  /** Whether it is asked for only on request: it may take long. */
  waits?: boolean;
  /** A move as people call it. */
  name: (move: string, number: number) => string;
  /** Who made it, in a game for two. */
  who?: (player: number) => string;
  /** Whether one can try again from before a move. */
  mine?: (move: ReviewMove) => boolean;
  /** Goes to the position before a move. */
  onTry: (move: ReviewMove) => void;
}): JSX.Element {
  const { id, who } = props;
  const [wanted, setWanted] = useState(props.waits !== true);
  const live = useReview(wanted ? id : null);
  useEffect(() => setWanted(props.waits !== true), [id]);
  const review = live.result;
  const found = review ? costly(review) : [];
  const mine = props.mine ?? (() => true);
  return (
    <section class="card stack curve" aria-labelledby="curve">
      <h2 id="curve">{t("after.curve")}</h2>
      {!wanted ? (
        <p>
          <button type="button" class="button" onClick={() => setWanted(true)}>
            {t("after.curve.show")}
          </button>
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
          {found.length > 0 && (
            <ol class="curve-moves">
              {found.map((move) => (
                <li key={move.number}>
                  <p>
                    {t("common.named", {
                      name: moveText(move, props.name(move.move, move.number), who),
                      what: costAndBetter(move, props.name),
                    })}
                  </p>
                  {mine(move) && (
                    <button
                      type="button"
                      class="button no-print"
                      aria-label={t("common.named", {
                        name: t("after.curve.try"),
                        what: moveText(move, props.name(move.move, move.number), who),
                      })}
                      onClick={() => props.onTry(move)}
                    >
                      <Icon name="undo" />
                      {t("after.curve.try")}
                    </button>
                  )}
                </li>
              ))}
            </ol>
          )}
          {(found.length > 0 || review.status !== "optimal") && (
            <Picture path="/review.svg" params={{ id }} onReady={(svg) => pressable(svg, found, mine, props.onTry)} />
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

/** What a move gave away, and which one would not have. */
function costAndBetter(move: ReviewMove, name: (move: string, number: number) => string): string {
  const cost = costText(move);
  return move.better === null
    ? cost
    : t("common.then", { a: cost, b: t("after.curve.better", { move: name(move.better, move.number) }) });
}

function costText({ cost, least }: ReviewMove): string {
  return cost === null ? t("after.curve.costLeast", { cost: num(least) }) : t("after.curve.cost", { cost: num(cost) });
}

/** Lets the rings of the picture be pressed; who has no pointer has the list. */
function pressable(
  svg: SVGSVGElement,
  moves: readonly ReviewMove[],
  mine: (move: ReviewMove) => boolean,
  onTry: (move: ReviewMove) => void,
): void {
  svg.querySelectorAll<SVGCircleElement>(".pp-ring").forEach((ring, at) => {
    const move = moves[at];
    if (move && mine(move)) {
      ring.setAttribute("pointer-events", "all");
      ring.style.cursor = "pointer";
      ring.addEventListener("click", () => onTry(move));
    }
  });
}
