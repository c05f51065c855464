import type { JSX } from "preact";
import { t } from "../../lib/i18n";

/** The rules in three sentences. */
export function RulesText(): JSX.Element {
  return (
    <ul>
      <li>{t("taxman.rules.take")}</li>
      <li>{t("taxman.rules.divisor")}</li>
      <li>{t("taxman.rules.end")}</li>
    </ul>
  );
}
