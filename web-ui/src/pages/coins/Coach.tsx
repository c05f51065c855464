import type { JSX } from "preact";
import { CheckField } from "../../components/CheckField";
import { Proven } from "../../components/Proven";
import type { CoinsDescribed } from "../../generated/api";
import { num, t, tn } from "../../lib/i18n";
import { roughly, type Seats, sign } from "./model";
import { offered, outcome, subject } from "./words";

/** What the moves are worth, for those who ask. */
export function Coach(props: {
  record: CoinsDescribed;
  seats: Seats;
  /** Whether advice is shown now. */
  shown: boolean;
  comments: boolean;
  advised: boolean;
  /** Whether it may be told what the moves are worth. */
  told: boolean;
  onComments: (on: boolean) => void;
  onAdvised: (on: boolean) => void;
}): JSX.Element {
  const { record, seats, shown } = props;
  return (
    <section class="card stack coins-coach no-print" aria-labelledby="coins-coach">
      <h2 id="coins-coach">{t("coins.coach")}</h2>
      <div class="coins-switches">
        <CheckField label={t("coins.comments")} checked={props.comments} onInput={props.onComments} />
        {props.told && <CheckField label={t("coins.advice")} checked={props.advised} onInput={props.onAdvised} />}
      </div>
      {shown && <Advised record={record} seats={seats} />}
    </section>
  );
}

/** Most moves that are listed. */
const LISTED = 8;
/** Characters of two totals that fit into a line of the list. */
const WIDE = 10;

function Advised({ record, seats }: { record: CoinsDescribed; seats: Seats }): JSX.Element {
  const { parity } = record;
  const mover = record.to_move;
  const rival = mover === 0 ? 1 : 0;
  // The best come first; among equals the order of the table stays.
  const sorted = [...record.advice].sort((one, other) => roughly(one.cost) - roughly(other.cost));
  const long = record.advice.some(({ final }) => `${final[0]}${final[1]}`.length > WIDE);
  const more = sorted.length - LISTED;
  return (
    <>
      <p>
        {outcome("forecast", seats, record.final, record.final_margin)}{" "}
        <Proven position={record.over ? null : record.id} />
      </p>
      <div class="scroll-x">
        <table class={`table ${long ? "long" : ""}`}>
          <caption class="visually-hidden">{t("coins.moves")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("coins.move")}</th>
              <th scope="col">{t("coins.end")}</th>
              <th scope="col">{t("coins.givesAway")}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, LISTED).map((item) => (
              <tr key={item.move}>
                <th scope="row">{offered(record, item)}</th>
                <td>{t("coins.score", { a: num(item.final[mover]), b: num(item.final[rival]) })}</td>
                <td>{item.best ? <span class="chip good">{t("coins.tag.best")}</span> : num(item.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p class="muted">{tn("coins.more", more)}</p>}
      {record.guaranteed !== null && (
        <p>
          {seats.me === null
            ? t("coins.sure.name", { name: subject(seats, mover), total: num(record.guaranteed) })
            : t("coins.sure.you", { total: num(record.guaranteed) })}
        </p>
      )}
      {parity && (
        <p class="muted">
          {t(sign(parity.margin) === 0 ? "coins.parity.tie" : "coins.parity.gain", {
            odd: num(parity.odd),
            even: num(parity.even),
            end: t(parity.move.endsWith("L") ? "coins.end.left" : "coins.end.right"),
            margin: num(parity.margin),
          })}
        </p>
      )}
    </>
  );
}
