import type { JSX } from "preact";
import type { PursuitDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { SIGNS } from "./model";

/** The steps so far, as a player would write them down. */
export function Notebook({ position }: { position: PursuitDescribed }): JSX.Element | null {
  if (position.steps.length === 0) {
    return null;
  }
  return (
    <section class="pursuit-notebook hidden-small" aria-labelledby="marked">
      <h2 id="marked" class="big">
        {t("pursuit.notebook")}
      </h2>
      <ol class="marked">
        {position.steps.map(({ operator, keys, texts }) => (
          <li key={keys[2]}>
            {operandText(texts[0])} {SIGNS[operator]} {operandText(texts[1])} = {num(texts[2])}
          </li>
        ))}
      </ol>
    </section>
  );
}

function operandText(value: string): string {
  const text = num(value);
  return /^\d[\d.,]*$/.test(text) ? text : `(${text})`;
}
