import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { Heads } from "../../components/Heads";
import { Stat } from "../../components/Stat";
import type { PursuitDealRow, PursuitDealt, PursuitOdds, PursuitTarget } from "../../generated/api";
import { get, type Params } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import { useAttempt } from "../../lib/questions";
import { navigate, positionPath } from "../../lib/router";
import { SETTLED, useLive } from "../../lib/solver";
import { tn } from "../../lib/wording";
import { type Chance, percent } from "./model";
import type { DeckName } from "./settings";
import "./odds.css";

const DISTANCES = [0, 1, 2, 3, 5, 10, 20];

function Fraction({ numerator, denominator }: Chance): JSX.Element {
  return (
    <span class="odds-fraction">
      <span>{num(numerator)}</span>
      <span class="visually-hidden"> / </span>
      <span>{num(denominator)}</span>
    </span>
  );
}

function Card(props: {
  caption: string;
  heads: readonly string[];
  children: readonly JSX.Element[];
  error?: JSX.Element | null;
}): JSX.Element {
  return (
    <section class="card">
      <div class="scroll-x">
        <table class="table">
          <caption>{props.caption}</caption>
          <Heads texts={props.heads} />
          <tbody>{props.children}</tbody>
        </table>
        {props.error}
      </div>
    </section>
  );
}

/** A table of chances, with a bar for each chance. */
function Bars(props: { caption: string; head: string; rows: readonly (Chance & { label: string })[] }): JSX.Element {
  return (
    <Card caption={props.caption} heads={[props.head, t("odds.chance"), ""]}>
      {props.rows.map((row) => (
        <tr key={row.label}>
          <th scope="row">{row.label}</th>
          <td title={`${num(row.numerator)} / ${num(row.denominator)}`}>{percent(row)}</td>
          <td class="odds-bar" aria-hidden="true">
            <span style={{ width: `${(100 * row.numerator) / row.denominator}%` }} />
          </td>
        </tr>
      ))}
    </Card>
  );
}

function Deals(props: {
  caption: string;
  rows: readonly PursuitDealRow[];
  target: (row: PursuitDealRow) => number;
}): JSX.Element {
  return (
    <Card caption={props.caption} heads={[t("odds.numbers"), t("odds.targetsHit"), t("odds.ways")]}>
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
    </Card>
  );
}

function Targets(props: {
  caption: string;
  rows: readonly PursuitTarget[];
  deck: DeckName;
  numbers: number;
}): JSX.Element {
  const { attempt, error, dismiss } = useAttempt();
  const play = (target: number): Promise<void> =>
    attempt(async (isShown) => {
      const dealt = await get<PursuitDealt>("/pursuit/deal", {
        deck: props.deck,
        numbers: props.numbers,
        targets: `${target}-${target}`,
      });
      if (isShown()) {
        navigate(positionPath(dealt.position));
      }
    });
  return (
    <Card
      caption={props.caption}
      heads={[t("pursuit.target"), t("odds.chance"), t("odds.distinct")]}
      error={error && <ErrorNote error={error} onDismiss={dismiss} />}
    >
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
    </Card>
  );
}

/** The exact chance that a random target can be hit with a random deal, and the counts behind it. */
export function Odds({ params }: { params: Params }): JSX.Element | null {
  // The picture above makes the same request, so the answer is computed only once.
  const found = useLive<PursuitOdds>("/pursuit/odds", params, SETTLED).result;
  return found && <Found found={found} deck={params.deck === "classic" ? "classic" : "cards"} />;
}

function Found({ found, deck }: { found: PursuitOdds; deck: DeckName }): JSX.Element {
  // Choose a random target for the links to deals that can hit every target.
  const any = useMemo(() => found.low + Math.floor(Math.random() * (found.high - found.low + 1)), [found]);
  const edge = (row: PursuitDealRow): number => Math.max(found.low, Math.min(found.high, found.low - 1 + row.targets));
  const certain = { numerator: found.certain_weight, denominator: found.deals };
  const miss = found.denominator - found.numerator;
  // Show how often the rarer outcome (a hit or a miss) happens, as "one in so many games".
  const rare = Math.min(miss, found.numerator);
  const every = found.certain_deals > 0;
  return (
    <>
      <section class="card odds-headline columns" aria-labelledby="odds-answer">
        <div>
          <h3 id="odds-answer" class="odds-big">
            {percent(found)}
          </h3>
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
        <dl class="stats columns">
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
      <div class="columns" style={{ "--least": "28rem" }}>
        <Bars
          caption={t("odds.byUsed")}
          head={t("odds.atMost")}
          rows={found.by_used.map((row) => ({ ...row, label: tn("odds.count", row.numbers) }))}
        />
        <Bars
          caption={t("odds.byDistance")}
          head={t("odds.within")}
          rows={found.by_distance
            .filter((row) => DISTANCES.includes(row.distance))
            .map((row) => ({ ...row, label: row.distance ? num(row.distance) : t("odds.exact") }))}
        />
        {found.by_large.length > 1 && (
          <Bars
            caption={t(`odds.byLarge.${deck}`)}
            head={t("odds.large")}
            rows={found.by_large.map((row) => ({ ...row, label: num(row.large) }))}
          />
        )}
        <Targets caption={t("odds.hardest")} rows={found.hardest} deck={deck} numbers={found.numbers} />
        <Deals
          caption={every ? tn("odds.bestEvery", found.certain_deals) : t("odds.best")}
          rows={found.best}
          target={() => any}
        />
        <Deals caption={t("odds.worst")} rows={found.worst} target={edge} />
      </div>
      <p class="muted">{t("odds.choose")}</p>
    </>
  );
}
