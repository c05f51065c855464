import type { JSX } from "preact";
import type { ApiError } from "../lib/api";
import { t } from "../lib/i18n";
import { Icon } from "./Icon";

/** An error message, with a button or link to continue. */
export function ErrorNote(props: {
  error: ApiError | string;
  onRetry?: () => void;
  onDismiss?: () => void;
  /** Path of a page where the reader can start again. */
  home?: string;
}): JSX.Element {
  const { error } = props;
  const own = typeof error === "string" || error.own;
  // Offer no button to retry if the server refused the question as invalid, since it would refuse it again.
  const onRetry = typeof error !== "string" && error.status === 400 ? undefined : props.onRetry;
  const message = typeof error === "string" ? error : error.message;
  return (
    <div class="note bad error-note" role="alert">
      <Icon name="warn" />
      <div class="stack">
        {/* A text in English must be read aloud as English. */}
        <p {...(!own && { lang: "en" })}>{message}</p>
        {typeof error !== "string" && error.retryAfter !== null && (
          <p class="muted">{t("error.later", { seconds: error.retryAfter })}</p>
        )}
        {(onRetry || props.onDismiss || props.home) && (
          <p class="row">
            {onRetry && (
              <button type="button" class="button" onClick={onRetry}>
                {t("common.tryAgain")}
              </button>
            )}
            {props.home && (
              <a class="button" href={props.home}>
                {t("common.startAgain")}
              </a>
            )}
            {props.onDismiss && (
              <button type="button" class="button quiet" onClick={props.onDismiss}>
                {t("common.close")}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
