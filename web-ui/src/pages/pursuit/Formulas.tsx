import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { Heads } from "../../components/Heads";
import type { PursuitFormulas } from "../../generated/api";
import type { Params } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import { SETTLED, useLive } from "../../lib/solver";

/** A table with the number of formulae for each count of numbers, and how many of these formulae have a value. */
export function Formulas({ params }: { params: Params }): JSX.Element {
  const live = useLive<PursuitFormulas>("/pursuit/formulas", { ...params, numbers: 6 }, SETTLED);
  const found = live.result;
  return (
    <section class="stack" aria-labelledby="odds-formulas">
      <h3 id="odds-formulas">{t("odds.formulas")}</h3>
      <p>{t("odds.formulasText")}</p>
      {live.error && <ErrorNote error={live.error} onRetry={live.again} />}
      {live.running && <Busy asked={live} />}
      {found && (
        <>
          {/* Make the frame focusable, so that keyboard users can scroll to the end of wide numbers. */}
          <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="odds-formulas">
            <table class="table">
              <Heads texts={[t("odds.numbers"), t("odds.candidates"), t("odds.admissible")]} />
              <tbody>
                {found.candidates_by_numbers.map((count, index) => (
                  <tr key={index}>
                    <th scope="row">{index + 1}</th>
                    <td>{num(count)}</td>
                    <td>{num(found.admissible_by_numbers[index] ?? 0)}</td>
                  </tr>
                ))}
                <tr class="odds-sum">
                  <th scope="row">{t("odds.sum")}</th>
                  <td>{num(found.candidates)}</td>
                  <td>{num(found.admissible)}</td>
                </tr>
              </tbody>
            </table>
          </div>
          <p>{t("odds.inRange", { count: found.in_range, limit: num(found.limit) })}</p>
        </>
      )}
    </section>
  );
}
