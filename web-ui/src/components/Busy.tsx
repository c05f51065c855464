import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { num, t } from "../lib/i18n";
import { Button } from "./Button";
import { type Asked, Patience, useSeconds } from "./Patience";

/** Shows that work is in progress, how long it has taken, and how much of it is done. */
export function Busy(props: {
  label?: string;
  /** The question that is being answered, if the work is long. */
  asked?: Asked | null;
  onCancel?: () => void;
  /** Set if the indicator is shown within a line of text. */
  inline?: boolean;
}): JSX.Element {
  const label = props.label ?? t("common.working");
  const shown = useRef(performance.now());
  const asked = props.asked ?? { progress: null, since: shown.current };
  const seconds = useSeconds(asked.since);
  if (props.inline) {
    return (
      <span class="busy inline">
        <span class="spinner" aria-hidden="true" />
        {label} {props.asked && <Patience {...asked} />}
      </span>
    );
  }
  const total = asked.progress?.total ?? null;
  return (
    <div class="busy stack">
      <p class="row">
        <span class="spinner" aria-hidden="true" />
        <span class="busy-label">{label}</span>{" "}
        {props.asked && seconds > 0 && <span class="muted">{t("common.seconds", { seconds: num(seconds) })}</span>}{" "}
        <Patience {...asked} />
        {props.onCancel && <Button text={t("common.stop")} look="quiet" onClick={props.onCancel} />}
      </p>
      {total !== null && total > 0 && <progress max={total} value={asked.progress?.done ?? 0} aria-label={label} />}
    </div>
  );
}
