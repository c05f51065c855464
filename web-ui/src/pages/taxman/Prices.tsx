/** The dual puzzle: find the prices that prove a best score. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { SizeChoice } from "../../components/start/Sheet";
import { list, num, t } from "../../lib/i18n";
import { positionPath, proofPath, type Route } from "../../lib/router";
import { tn } from "../../lib/wording";
import { read } from "./describe";
import { hasPrices, type Pair, pairsOf, payers } from "./pricing";
import "./prices.css";

const SIZES = [6, 8, 10, 12, 16, 20, 30];
const FIRST = 6;

/** Maximum number of pairs that are listed; the others are only counted. */
const LISTED = 3;
const MOST = 999;

export function Prices({ route }: { route: Route }): JSX.Element {
  const n = readInteger(route.query.get("n") ?? "", 1, MOST) ?? FIRST;
  const size = hasPrices(n) ? n : FIRST;
  return (
    <>
      <PageTitle text={t("taxman.prices.title")} lead={t("taxman.prices.lead")}>
        <SizeChoice sizes={SIZES} n={size} />
      </PageTitle>
      <Puzzle key={size} n={size} />
    </>
  );
}

function Puzzle({ n }: { n: number }): JSX.Element {
  const pot = useMemo(() => Array.from({ length: n }, (_, i) => i + 1), []);
  const pairs = useMemo(() => pairsOf(pot), []);
  const best = Number(read(`taxman:${n}`)?.best);
  // Start with prices that are certainly high enough: the price of each number that can be taken is the number itself.
  const start = (): string[] => pot.map((number) => (number === 1 ? "0" : String(number)));
  const [texts, setTexts] = useState(start);
  const [reached, setReached] = useState<number | null>(null);
  const prices = texts.map((text) => readInteger(text, 0, MOST));
  const priceOf = (number: number): number => prices[number - 1] ?? 0;
  const sum = prices.reduce<number>((all, price) => all + (price ?? 0), 0);
  const cheap = pairs.filter(({ take, pays }) => priceOf(take) + priceOf(pays) < take);
  const partners = pairs.flatMap(({ take, pays }) => (take === reached ? pays : pays === reached ? take : []));
  const following = SIZES.find((size) => size > n);
  const done = sum === best && cheap.length === 0 && !prices.includes(null);
  return (
    <div class="prices">
      <section class="card stack prices-review" aria-labelledby="prices-sum">
        <h2 id="prices-sum" class="big">
          {t("taxman.prices.sum", { sum: num(sum) })}
        </h2>
        <div class="stack tight" aria-live="polite">
          {prices.includes(null) ? (
            <p>{t("taxman.prices.missing")}</p>
          ) : cheap.length > 0 ? (
            <Cheap pairs={cheap} priceOf={priceOf} />
          ) : done ? (
            <p class="note good">
              <Icon name="check" /> {t("taxman.prices.done", { best: num(best) })}
            </p>
          ) : (
            <p>{t("taxman.prices.valid", { sum: num(sum) })}</p>
          )}
        </div>
        {done && (
          <p class="row no-print">
            {following !== undefined && (
              <Button
                text={t("taxman.over.next", { n: num(following) })}
                look="primary"
                href={`/taxman/prices?n=${following}`}
              />
            )}
            <Button text={t("taxman.prices.reach", { best: num(best) })} href={positionPath(`taxman:${n}`)} />
          </p>
        )}
      </section>
      <div class="stack">
        <ol class="prices-board" aria-label={t("taxman.prices.board", { n: num(n) })}>
          {pot.map((number) => {
            const paid = payers(number, pot).map(String);
            const short = cheap.some(({ take, pays }) => take === number || pays === number);
            return (
              <li key={number}>
                <label
                  class={`prices-tile centred ${partners.includes(number) ? "partner" : ""} ${short ? "short" : ""}`}
                >
                  <b aria-hidden="true">{number}</b>
                  <span class="visually-hidden">
                    {paid.length === 0
                      ? t("taxman.prices.field", { number: String(number) })
                      : t("taxman.prices.fieldPaid", { number: String(number), payers: list(paid, "disjunction") })}
                  </span>
                  <input
                    type="number"
                    min={0}
                    max={MOST}
                    value={texts[number - 1]}
                    aria-invalid={prices[number - 1] === null ? true : undefined}
                    onInput={(event) => {
                      const { value } = event.currentTarget;
                      setTexts(texts.map((text, at) => (at === number - 1 ? value : text)));
                    }}
                    onFocus={() => setReached(number)}
                    onBlur={() => setReached(null)}
                  />
                </label>
              </li>
            );
          })}
        </ol>
        <p>{t("proof.taxman.why.pay")}</p>
        <p class="row no-print">
          <Button icon="restart" text={t("game.restart")} onClick={() => setTexts(start)} />
          <a href={proofPath(`taxman:${n}`)}>{t("taxman.prices.solution")}</a>
        </p>
      </div>
    </div>
  );
}

/** The pairs whose prices add up to too little. */
function Cheap({ pairs, priceOf }: { pairs: readonly Pair[]; priceOf: (number: number) => number }): JSX.Element {
  return (
    <>
      {pairs.slice(0, LISTED).map(({ take, pays }) => (
        <p key={`${take} ${pays}`}>
          {t("taxman.prices.cheap", {
            take: String(take),
            pays: String(pays),
            price: num(priceOf(take) + priceOf(pays)),
          })}
        </p>
      ))}
      {pairs.length > LISTED && <p>{tn("taxman.prices.more", pairs.length - LISTED)}</p>}
    </>
  );
}
