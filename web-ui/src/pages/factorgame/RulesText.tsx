import type { JSX } from "preact";
import { t } from "../../lib/i18n";

/** The rules in four sentences; `passing` is set for the classroom rules. */
export function RulesText({ passing }: { passing: boolean }): JSX.Element {
  return (
    <ul class="factor-rules marked">
      <li>{t("factor.rules.take")}</li>
      <li>{t("factor.rules.give")}</li>
      <li>{t(passing ? "factor.rules.waste" : "factor.rules.legal")}</li>
      <li>{t("factor.rules.end")}</li>
    </ul>
  );
}
