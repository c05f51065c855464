import type { JSX } from "preact";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Proof } from "../../components/Proof";
import { some, sum } from "../../components/tiles/numbers";
import type { TaxmanTile } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { Best } from "./best";
import { numbersOf } from "./Scores";

/** The numbers that make up the taxman's share: tax, and numbers left over. */
export function Tally({ tiles }: { tiles: readonly TaxmanTile[] }): JSX.Element | null {
  const [tax, left] = [numbersOf(tiles, "tax"), numbersOf(tiles, "left")];
  return tax.length + left.length === 0 ? null : (
    <details>
      <summary>{t("taxman.tally")}</summary>
      {tax.length > 0 && <p>{t("taxman.tally.tax", { sum: sum(tax), numbers: some(tax, 400) })}</p>}
      {left.length > 0 && <p>{t("taxman.tally.left", { sum: sum(left), numbers: some(left, 400) })}</p>}
    </details>
  );
}

/** The best score that is still possible, or its proven bounds, and how much the moves so far have cost. */
export function StillPossible(props: {
  best: Best;
  begun: boolean;
  /** Id of the position; null if there is nothing left to prove. */
  position: string | null;
}): JSX.Element {
  const { best, begun, position } = props;
  const { below } = best;
  const heading = begun ? t("taxman.best") : t("taxman.bestWhole");
  return (
    <section class="taxman-best stack tight" aria-label={heading}>
      <h2 class="big">{heading}</h2>
      {best.error ? (
        <ErrorNote error={best.error} onRetry={best.again} />
      ) : (
        <p class="big">
          <Proof lower={best.lower} upper={best.upper} asked={best.asked} position={position} />
        </p>
      )}
      {best.proven && begun && best.whole === best.lower && <p class="muted">{t("taxman.below.nothing")}</p>}
      {begun && below > 0 && (
        <p>
          {best.proven && best.whole !== null
            ? t("taxman.below.exactly", { below, best: best.whole })
            : t("taxman.below.atLeast", { below })}
        </p>
      )}
      {best.unsettled && (
        <p class="row">
          <span class="muted">{t("taxman.unsettled")}</span>
          {best.longer && <Button text={t("taxman.longer")} onClick={best.longer} />}
        </p>
      )}
    </section>
  );
}
