import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../components/Icon";
import type { PursuitDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { away, standing } from "./model";

/** A picture of a target, shown where an opponent would have a face. */
export function Bullseye(): JSX.Element {
  return (
    <svg class="face pursuit-bullseye" viewBox="0 0 120 120" aria-hidden="true" focusable="false">
      {[54, 40, 26].map((r) => (
        <circle key={r} cx="60" cy="60" r={r} />
      ))}
      <circle class="gold" cx="60" cy="60" r="12" />
    </svg>
  );
}

/** The target of a game, with its label. */
export function Target({ position }: { position: PursuitDescribed }): JSX.Element {
  const text = num(position.target);
  return (
    <p class="pursuit-target" style={{ "--digits": text.length }}>
      <span class="small bold">{t("pursuit.target")}</span> <b>{text}</b>
    </p>
  );
}

/** The target's side of the stage, in games without an opponent. */
export function Goal(props: { position: PursuitDescribed; children?: ComponentChildren }): JSX.Element {
  return (
    <section class="stage-side theirs" aria-label={t("pursuit.target")}>
      <Bullseye />
      <Target position={props.position} />
      {props.children}
    </section>
  );
}

/** Return the progress from 0 to 1 on a logarithmic scale: getting ten times closer always counts the same. */
function done({ target, distance, answer_expression }: PursuitDescribed): number {
  return answer_expression === null ? 0 : Math.max(0, 1 - Math.log1p(distance) / Math.log1p(target));
}

/** A bar that shows how close the closest number has come to the target, which is marked in gold. */
export function Way({ position }: { position: PursuitDescribed }): JSX.Element {
  const hit = position.distance === 0;
  const part = `${100 * done(position)}%`;
  return (
    <div class="rope" role="img" aria-label={standing(position)}>
      <span class={`pursuit-best ${hit ? "hit" : ""}`} style={{ "--part": part }}>
        {position.answer_expression === null ? (
          standing(position)
        ) : (
          <>
            <b>{num(position.answer_text)}</b> {hit && <Icon name="check" />}
            {hit ? t("pursuit.hit") : away("pursuit.away", position)}
          </>
        )}
      </span>
      <div class="rope-bar">
        <i class="mine" style={{ width: part }} />
      </div>
      <span class="pursuit-goal" />
    </div>
  );
}
