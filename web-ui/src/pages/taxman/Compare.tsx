import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Heads } from "../../components/Heads";
import { SelectField } from "../../components/SelectField";
import { some } from "../../components/tiles/numbers";
import type { TaxmanComparison, TaxmanTurn } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { SETTLED, useLive } from "../../lib/solver";
import { rich } from "../../lib/wording";
import { BEST, playerName, playerOptions, playerRule } from "./players";

function Cell({ turn, alone }: { turn: TaxmanTurn | undefined; alone: boolean }): JSX.Element {
  if (!turn) {
    return <td class="muted">–</td>;
  }
  return (
    <td>
      <b>{turn.take}</b>
      {alone && (
        <span class="toned player" title={t("taxman.compare.alone")}>
          {" "}
          ◆<span class="visually-hidden">{t("taxman.compare.alone")}</span>
        </span>
      )}{" "}
      <span class="muted">{t("taxman.moves.tax", { tax: some(turn.tax, 8) })}</span>
    </td>
  );
}

function Lines({ found, name }: { found: TaxmanComparison; name: string }): JSX.Element {
  const { mine, theirs, differ } = found;
  const [my, their] = [new Set(mine.moves.map((turn) => turn.take)), new Set(theirs.moves.map((turn) => turn.take))];
  const rows = Array.from({ length: Math.max(my.size, their.size) }, (_, i) => i);
  const onlyMine = [...my].filter((number) => !their.has(number));
  // Leave the list empty until the game is over: the player may still take some of the strategy's numbers.
  const onlyTheirs = mine.over ? [...their].filter((number) => !my.has(number)) : [];
  return (
    <>
      <p>
        {rich(mine.over ? "taxman.compare.scores" : "taxman.compare.scoresSoFar", {
          mine: <strong>{num(mine.score)}</strong>,
          name,
          theirs: <strong>{num(theirs.score)}</strong>,
        })}{" "}
        {theirs.upper !== null &&
          t(
            theirs.status === "optimal"
              ? "taxman.compare.isBest"
              : theirs.strategy === BEST
                ? "taxman.compare.atMost"
                : "taxman.compare.best",
            { best: theirs.upper },
          )}
      </p>
      <p>
        {differ === null ? t("taxman.compare.same") : t("taxman.compare.differ", { move: differ })}{" "}
        {onlyMine.length > 0 && t("taxman.compare.onlyYou", { numbers: some(onlyMine.sort((a, b) => a - b)) })}{" "}
        {onlyTheirs.length > 0 && t("taxman.compare.onlyThem", { numbers: some(onlyTheirs.sort((a, b) => a - b)) })}
      </p>
      <div class="scroll-x taxman-lines" tabIndex={0} role="region" aria-label={t("taxman.compare.table")}>
        <table class="table">
          <Heads texts={[t("taxman.compare.move"), t("taxman.you"), name]} />
          <tbody>
            {rows.map((i) => {
              const [left, right] = [mine.moves[i], theirs.moves[i]];
              return (
                <tr key={i} class={differ === i + 1 ? "taxman-differ" : undefined}>
                  <th scope="row">
                    {i + 1}
                    {differ === i + 1 && <span class="chip">{t("taxman.compare.here")}</span>}
                  </th>
                  <Cell turn={left} alone={left !== undefined && onlyMine.includes(left.take)} />
                  <Cell turn={right} alone={right !== undefined && onlyTheirs.includes(right.take)} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A comparison of the player's game with a strategy's game, side by side. */
export function Compare(props: {
  id: string;
  strategy: string;
  /** Set if the comparison was just requested; the page then scrolls to it. */
  fresh: boolean;
  onChoose: (name: string) => void;
  onClose: () => void;
}): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (props.fresh) {
      heading.current?.focus();
    }
  }, []);
  const { id, strategy } = props;
  const live = useLive<TaxmanComparison>("/taxman/compare", { id, strategy }, SETTLED);
  const name = playerName(strategy);
  return (
    <section class="card stack" aria-label={t("taxman.compare")}>
      <header class="row between">
        <h2 ref={heading} tabIndex={-1}>
          {t("taxman.compare")}
        </h2>
        <Button icon="close" bare text={t("common.close")} look="quiet no-print" onClick={props.onClose} />
      </header>
      <SelectField
        label={t("taxman.compare.with")}
        value={strategy}
        options={playerOptions()}
        onInput={props.onChoose}
        hint={playerRule(strategy)}
      />
      {live.error ? (
        <ErrorNote error={live.error} onRetry={live.again} />
      ) : live.result ? (
        <Lines found={live.result} name={name} />
      ) : (
        <Busy asked={live} />
      )}
    </section>
  );
}
