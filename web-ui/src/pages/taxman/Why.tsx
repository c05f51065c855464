/** Explains why no better score is possible. The proof puts a price on every number; readers can check the pairs. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { type Face, Tiles } from "../../components/tiles/Tiles";
import type { TaxmanExplanation, TaxmanPricedCut } from "../../generated/api";
import type { ApiError } from "../../lib/api";
import { list, num, t } from "../../lib/i18n";
import { useLive } from "../../lib/solver";
import { hasPrices, payers } from "./pricing";
import { boardOf } from "./rules";

/** Maximum size of a board that has room for prices on its tiles. For a larger board, the page shows a table. */
const ON_TILES = 50;

type Price = number | string;

const numbers = (all: Iterable<number>): string => list([...new Set(all)].sort((a, b) => a - b).map(String));

/** A proof that a score is the best, which readers can check by hand. */
export function Why({ position, onReady }: { position: string; onReady: () => void }): JSX.Element | null {
  const { result, error, again } = useLive<TaxmanExplanation>("/taxman/explain", { position });
  const ready = result !== null || error !== null;
  useEffect(() => {
    if (ready) {
      onReady();
    }
  }, [ready]);
  return ready ? (
    <section class="card stack" aria-labelledby="proof-why">
      <h2 id="proof-why">{t("proof.why")}</h2>
      {result === null ? <ErrorNote error={error as ApiError} onRetry={again} /> : <Reason answer={result} />}
    </section>
  ) : null;
}

function Reason({ answer }: { answer: TaxmanExplanation }): JSX.Element {
  const { tree, total } = answer;
  if (tree) {
    return <p>{t("proof.taxman.why.tree", { leaves: num(tree.leaves), number: String(tree.number) })}</p>;
  }
  const pairs = answer.pairs.map(({ take, pays }) => `${take} + ${pays}`).join(", ");
  return (
    <>
      <p>{t(answer.n === null ? "proof.taxman.why.payPot" : "proof.taxman.why.pay")}</p>
      <p>
        {t("proof.taxman.why.prices", {
          total: typeof total === "number" ? num(total) : String(total),
          gain: num(answer.gain),
        })}
      </p>
      <Priced answer={answer} />
      {answer.cuts.length > 0 && <h3>{t("proof.taxman.why.cuts")}</h3>}
      {answer.cuts.map((cut) => (
        <p key={String(cut.numbers)}>{cutText(cut)}</p>
      ))}
      <p class="muted">{t("proof.taxman.why.game", { pairs })}</p>
      {answer.n !== null && hasPrices(answer.n) && (
        <p>
          <a href={`/taxman/prices?n=${answer.n}`}>{t("proof.taxman.why.find")}</a>
        </p>
      )}
    </>
  );
}

function cutText(cut: TaxmanPricedCut): string {
  return t(cut.kind === "S" ? "proof.taxman.why.cut.S" : "proof.taxman.why.cut.T", {
    numbers: numbers(cut.numbers),
    upper: numbers(cut.pairs.map(([, p]) => p as number)),
    lower: numbers(cut.pairs.map(([q]) => q as number)),
    most: num(cut.most),
    price: String(cut.price),
    all: typeof cut.price === "number" ? num(cut.most * cut.price) : `${cut.most} × ${cut.price}`,
  });
}

/** The numbers with their prices. Choosing a number shows what its pairs cost. */
function Priced({ answer }: { answer: TaxmanExplanation }): JSX.Element | null {
  const [chosen, setChosen] = useState<number | null>(null);
  const board = boardOf(answer.position);
  if (board === null) {
    return null;
  }
  const pot = board.tiles().flatMap(({ number, fate }) => (fate === "open" ? [number] : []));
  const prices = new Map<number, Price>(answer.prices.map(({ number, price }) => [number, price]));
  const priceOf = (number: number): Price => prices.get(number) ?? 0;
  if (pot.length > ON_TILES) {
    return <Table prices={prices} />;
  }
  const near = chosen === null ? [] : payers(chosen, pot);
  const faces = pot.map((number): Face => {
    const price = String(priceOf(number));
    const look = number === chosen ? "take" : near.includes(number) ? "tax" : price === "0" ? "idle" : "open";
    return {
      number,
      look,
      dead: false,
      facts: [price],
      words: () => ({
        caption: t("proof.taxman.why.price", { price }),
        said: t("proof.taxman.why.say", { number: String(number), price }),
      }),
    };
  });
  return (
    <>
      <Tiles
        faces={faces}
        label={t("proof.why")}
        onPress={setChosen}
        onPoint={() => undefined}
        onReach={() => undefined}
      />
      <div aria-live="polite">
        {chosen === null ? (
          <p class="muted">{t("proof.taxman.why.try")}</p>
        ) : near.length === 0 ? (
          <p>{t("proof.taxman.why.none", { number: String(chosen) })}</p>
        ) : (
          near.map((pays) => <p key={pays}>{pairText(chosen, pays, priceOf, answer.cuts)}</p>)
        )}
      </div>
    </>
  );
}

/** Return a text that adds up the cost of a pair. */
function pairText(
  take: number,
  pays: number,
  priceOf: (number: number) => Price,
  cuts: readonly TaxmanPricedCut[],
): string {
  const extra = cuts.filter(({ pairs }) => pairs.some(([q, p]) => q === pays && p === take)).map(({ price }) => price);
  const parts = [priceOf(take), priceOf(pays), ...extra];
  const whole = parts.every((part) => typeof part === "number");
  return t("proof.taxman.why.pair", {
    take: String(take),
    pays: String(pays),
    sum: parts.join(" + "),
    price: whole ? num(parts.reduce((a, b) => Number(a) + Number(b), 0) as number) : "…",
  });
}

/** A table for a large pot. It lists the prices from the highest down, and the numbers that have each price. */
function Table({ prices }: { prices: ReadonlyMap<number, Price> }): JSX.Element {
  const by = new Map<string, number[]>();
  for (const [number, price] of prices) {
    by.set(String(price), [...(by.get(String(price)) ?? []), number]);
  }
  const value = (price: string): number =>
    price
      .split("/")
      .map(Number)
      .reduce((a, b) => a / b);
  const rows = [...by].sort(([a], [b]) => value(b) - value(a));
  return (
    <>
      <dl class="why-prices">
        {rows.map(([price, having]) => (
          <div key={price}>
            <dt>{t("proof.taxman.why.price", { price })}</dt>
            <dd>{having.join(" ")}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">{t("proof.taxman.why.free")}</p>
    </>
  );
}
