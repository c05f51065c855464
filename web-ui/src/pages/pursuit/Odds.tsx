import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Downloads } from "../../components/Downloads";
import { ErrorNote } from "../../components/ErrorNote";
import { PageTitle } from "../../components/PageTitle";
import { Picture } from "../../components/Picture";
import { SelectField } from "../../components/SelectField";
import { Stat } from "../../components/Stat";
import { TextField } from "../../components/TextField";
import type { PursuitDealRow, PursuitDealt, PursuitFormulas, PursuitOdds, PursuitTarget } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { ApiError, get, type Params } from "../../lib/api";
import { num, t, tn } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { navigate, positionPath, type Route, setQuery } from "../../lib/router";
import { useLive } from "../../lib/solver";
import { useMounted } from "../../lib/store";
import { type Chance, percent } from "./model";
import { DECKS, type DeckName, TARGETS } from "./settings";
import "./odds.css";

const SIZES = [2, 3, 4, 5, 6];
const DISTANCES = [0, 1, 2, 3, 5, 10, 20];
const RULES = ["", "all", "operators=+-*", "operators=+-"] as const;
const RANGE = /^\s*(\d{1,4})\s*[-–]\s*(\d{1,4})\s*$/;

/** A range of targets as the API takes it; null if the text is none. */
function readRange(text: string): string | null {
  const [, first, last] = RANGE.exec(text) ?? [];
  const [low, high] = [Number(first), Number(last)];
  return low >= 1 && low <= high && high <= LIMITS.targets ? `${low}-${high}` : null;
}

function Fraction({ numerator, denominator }: Chance): JSX.Element {
  return (
    <span class="odds-fraction">
      <span>{num(numerator)}</span>
      <span class="visually-hidden"> / </span>
      <span>{num(denominator)}</span>
    </span>
  );
}

/** A table of chances with a bar for each. */
function Bars(props: { caption: string; head: string; rows: readonly (Chance & { label: string })[] }): JSX.Element {
  return (
    <div class="scroll-x">
      <table class="table odds-bars">
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{props.head}</th>
            <th scope="col">{t("odds.chance")}</th>
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td title={`${num(row.numerator)} / ${num(row.denominator)}`}>{percent(row)}</td>
              <td class="odds-bar" aria-hidden="true">
                <span style={{ width: `${(100 * row.numerator) / row.denominator}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Deals(props: {
  caption: string;
  rows: readonly PursuitDealRow[];
  target: (row: PursuitDealRow) => number;
}): JSX.Element {
  return (
    <div class="scroll-x">
      <table class="table">
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("odds.numbers")}</th>
            <th scope="col">{t("odds.targetsHit")}</th>
            <th scope="col">{t("odds.ways")}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => {
            const deal = row.deal.map(String).join(" ");
            return (
              <tr key={deal}>
                <th scope="row">
                  <a href={positionPath(`pursuit:${row.deal.join(".")}:${props.target(row)}`)}>{deal}</a>
                </th>
                <td>{num(row.targets)}</td>
                <td>{num(row.weight)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Targets(props: {
  caption: string;
  rows: readonly PursuitTarget[];
  deck: DeckName;
  numbers: number;
}): JSX.Element {
  const [error, setError] = useState<ApiError | null>(null);
  const mounted = useMounted();
  const play = async (target: number): Promise<void> => {
    try {
      const dealt = await get<PursuitDealt>("/pursuit/deal", {
        deck: props.deck,
        numbers: props.numbers,
        targets: `${target}-${target}`,
      });
      if (mounted()) {
        navigate(positionPath(dealt.position));
      }
    } catch (problem) {
      if (problem instanceof ApiError) {
        setError(problem);
      }
    }
  };
  return (
    <div class="scroll-x">
      <table class="table">
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("pursuit.target")}</th>
            <th scope="col">{t("odds.chance")}</th>
            <th scope="col">{t("odds.distinct")}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.target}>
              <th scope="row">
                <button type="button" class="odds-link" onClick={() => void play(row.target)}>
                  <span class="visually-hidden">{t("odds.deal")} </span>
                  {num(row.target)}
                </button>
              </th>
              <td title={`${num(row.numerator)} / ${num(row.denominator)}`}>{percent(row)}</td>
              <td>{num(row.distinct_deals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && <ErrorNote error={error} onDismiss={() => setError(null)} />}
    </div>
  );
}

function Formulas({ params }: { params: Params }): JSX.Element {
  const live = useLive<PursuitFormulas>("/pursuit/formulas", params);
  const found = live.result;
  return (
    <section class="card stack" aria-labelledby="odds-formulas">
      <h2 id="odds-formulas">{t("odds.formulas")}</h2>
      <p>{t("odds.formulasText")}</p>
      {live.error && <ErrorNote error={live.error} onRetry={live.again} />}
      {live.running && <Busy asked={live} />}
      {found && (
        <>
          {/* Wide numbers: what scrolls must be reachable by keyboard. */}
          <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="odds-formulas">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{t("odds.numbers")}</th>
                  <th scope="col">{t("odds.candidates")}</th>
                  <th scope="col">{t("odds.admissible")}</th>
                </tr>
              </thead>
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
          <Picture path="/pursuit/formulas.svg" params={params} />
          <Downloads svg="/pursuit/formulas.svg" name="formulae" params={params} />
        </>
      )}
    </section>
  );
}

function Section(props: { children: ComponentChildren }): JSX.Element {
  return <section class="card">{props.children}</section>;
}

/** Everything that was counted for one deck. */
function Found({ found, deck, params }: { found: PursuitOdds; deck: DeckName; params: Params }): JSX.Element {
  // A game that starts with such a deal: any target will do where all can be hit.
  const any = useMemo(() => found.low + Math.floor(Math.random() * (found.high - found.low + 1)), [found]);
  const edge = (row: PursuitDealRow): number => Math.max(found.low, Math.min(found.high, found.low - 1 + row.targets));
  const certain = { numerator: found.certain_weight, denominator: found.deals };
  const miss = found.denominator - found.numerator;
  // What is rarer is what one would like to know about.
  const rare = Math.min(miss, found.numerator);
  const every = found.certain_deals > 0;
  return (
    <>
      <section class="card odds-headline" aria-labelledby="odds-answer">
        <div>
          <h2 id="odds-answer" class="odds-big">
            {percent(found)}
          </h2>
          <p>
            {t("odds.exactly")} <Fraction {...found} />
          </p>
          {rare > 0 && (
            <p class="muted">
              {t(rare === miss ? "odds.miss" : "odds.hit", {
                games: num(found.denominator / rare, { maximumFractionDigits: 1 }),
              })}
            </p>
          )}
        </div>
        <dl class="stats">
          <Stat
            label={t("odds.deals")}
            value={num(found.deals)}
            note={t("odds.differ", { count: found.distinct_deals })}
          />
          <Stat
            label={t("odds.certain")}
            value={percent(certain)}
            note={tn("odds.certainNote", found.certain_deals)}
            tone="good"
          />
        </dl>
      </section>
      <section class="card stack" aria-labelledby="odds-chart">
        <h2 id="odds-chart">{t("odds.chart")}</h2>
        <p>{t("odds.chartText")}</p>
        <Picture path="/pursuit/chart.svg" params={params} />
        <Downloads svg="/pursuit/chart.svg" csv="/pursuit/chart.csv" name="targets" params={params} />
      </section>
      <div class="odds-tables">
        <Section>
          <Bars
            caption={t("odds.byUsed")}
            head={t("odds.atMost")}
            rows={found.by_used.map((row) => ({ ...row, label: tn("odds.count", row.numbers) }))}
          />
        </Section>
        <Section>
          <Bars
            caption={t("odds.byDistance")}
            head={t("odds.within")}
            rows={found.by_distance
              .filter((row) => DISTANCES.includes(row.distance))
              .map((row) => ({ ...row, label: row.distance ? num(row.distance) : t("odds.exact") }))}
          />
        </Section>
        {found.by_large.length > 1 && (
          <Section>
            <Bars
              caption={t(`odds.byLarge.${deck}`)}
              head={t("odds.large")}
              rows={found.by_large.map((row) => ({ ...row, label: num(row.large) }))}
            />
          </Section>
        )}
        <Section>
          <Targets caption={t("odds.hardest")} rows={found.hardest} deck={deck} numbers={found.numbers} />
        </Section>
        <Section>
          <Deals
            caption={every ? tn("odds.bestEvery", found.certain_deals) : t("odds.best")}
            rows={found.best}
            target={() => any}
          />
        </Section>
        <Section>
          <Deals caption={t("odds.worst")} rows={found.worst} target={edge} />
        </Section>
      </div>
      <p class="muted">{t("odds.choose")}</p>
    </>
  );
}

/** The exact chance that a random target can be hit with a random deal, and everything about it. */
export function Odds({ route }: { route: Route }): JSX.Element {
  const { query } = route;
  const deck: DeckName = DECKS.find((name) => name === query.get("deck")) ?? "cards";
  const numbers = SIZES.find((size) => String(size) === query.get("numbers")) ?? 6;
  const rules = RULES.find((text) => text === query.get("rules")) ?? "";
  const targets = query.get("targets") ?? TARGETS[deck];
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string): void => {
    setTyped(text);
    const range = readRange(text);
    if (range !== null) {
      setQuery({ targets: range });
    }
  };
  const params: Params = { deck, numbers, targets, rules: rules || null };
  // A wrong range in the address is explained where it can be mended.
  const live = useLive<PursuitOdds>(readRange(targets) === null ? null : "/pursuit/odds", params, { delay: 400 });
  const operators = rules.startsWith("operators=") ? rules.slice("operators=".length) : null;
  return (
    <>
      <PageTitle text={t("odds.title")} lead={t("odds.lead")}>
        <a class="button" href="/pursuit">
          {t("odds.toGame")}
        </a>
      </PageTitle>
      <div class="stack odds-page">
        <form class="card odds-form" onSubmit={(event) => event.preventDefault()}>
          <SelectField
            label={t("odds.deck")}
            value={deck}
            options={DECKS.map((name) => ({ value: name, label: t(`pursuit.deck.${name}`) }))}
            onInput={(name) => {
              setTyped(null);
              setQuery({ deck: name, targets: null });
            }}
          />
          {/* A browser alone cannot count the deals: these answers came along. */}
          {!SITE && (
            <>
              <SelectField
                label={t("odds.size")}
                value={String(numbers)}
                options={SIZES.map((size) => ({ value: String(size), label: String(size) }))}
                onInput={(size) => setQuery({ numbers: size })}
              />
              <TextField
                label={t("odds.targets")}
                value={typed ?? targets}
                onInput={choose}
                error={readRange(typed ?? targets) === null ? t("odds.badTargets", { most: LIMITS.targets }) : null}
              />
              <SelectField
                label={t("pursuit.deal.rules")}
                value={rules}
                options={[
                  { value: "", label: t("odds.rules.plain") },
                  { value: "all", label: t("pursuit.rule.all") },
                  { value: "operators=+-*", label: t("pursuit.rule.only", { signs: "+ − ×" }) },
                  { value: "operators=+-", label: t("pursuit.rule.only", { signs: "+ −" }) },
                ]}
                onInput={(text) => setQuery({ rules: text || null })}
              />
            </>
          )}
        </form>
        {readRange(targets) !== null && (
          <p>{t(`odds.question.${deck}`, { numbers, targets: targets.replace("-", "–") })}</p>
        )}
        {live.error && <ErrorNote error={live.error} onRetry={live.again} />}
        {live.running && <Busy label={t("odds.counting")} asked={live} />}
        {live.result && <Found found={live.result} deck={deck} params={params} />}
        {live.result && <Formulas params={{ deck, numbers, operators }} />}
      </div>
    </>
  );
}
