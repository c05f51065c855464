import type { JSX } from "preact";
import { t } from "../lib/i18n";

/** Shows that a part of the pages loads. */
export function Loading(): JSX.Element {
  return (
    <div class="busy stack">
      <p class="row">
        <span class="spinner" aria-hidden="true" />
        <span class="busy-label">{t("common.loading")}</span>
      </p>
    </div>
  );
}
