import type { JSX } from "preact";
import { Icon } from "../../components/Icon";
import type { PursuitDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { away } from "./model";

/** The number that is to be made. */
export function Target({ position }: { position: PursuitDescribed }): JSX.Element {
  return (
    <div class="pursuit-target">
      <span class="pursuit-label">{t("pursuit.target")}</span>
      <b>{num(position.target)}</b>
    </div>
  );
}

/** The number that is closest to it so far, and how close that is. */
export function Closest({ position }: { position: PursuitDescribed }): JSX.Element {
  const hit = position.distance === 0;
  return (
    <>
      <b>{num(position.answer_text)}</b>
      <span class={`chip ${hit ? "good" : ""}`}>
        {hit && <Icon name="check" />}
        {hit ? t("pursuit.hit") : away("pursuit.away", position)}
      </span>
    </>
  );
}
