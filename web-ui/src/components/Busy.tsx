import type { JSX } from "preact";
import type { Progress } from "../lib/api";
import { num, t } from "../lib/i18n";
import { Patience } from "./Patience";

/** That something is under way, and how far it is. */
export function Busy(props: {
  label?: string;
  progress?: Progress | null;
  onCancel?: () => void;
  /** Within a line of text. */
  inline?: boolean;
}): JSX.Element {
  const label = props.label ?? t("common.working");
  const total = props.progress?.total ?? null;
  const done = props.progress?.done ?? 0;
  if (props.inline) {
    return (
      <span class="busy inline">
        <span class="spinner" aria-hidden="true" />
        {label}
      </span>
    );
  }
  return (
    <div class="busy">
      <p>
        <span class="spinner" aria-hidden="true" />
        <span>{label}</span>
        {!props.progress && <Patience />}
        {props.progress && <span class="muted">{t("common.seconds", { seconds: num(Math.floor(props.progress.seconds)) })}</span>}
        {props.onCancel && (
          <button type="button" class="button quiet" onClick={props.onCancel}>
            {t("common.stop")}
          </button>
        )}
      </p>
      {total !== null && total > 0 && <progress max={total} value={done} aria-label={label} />}
    </div>
  );
}
