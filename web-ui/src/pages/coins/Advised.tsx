import type { JSX } from "preact";
import { Proven } from "../../components/Proven";
import { WorthTable } from "../../components/two/Coach";
import type { Seats } from "../../components/two/seats";
import { outcome, subject } from "../../components/two/words";
import type { CoinsDescribed } from "../../generated/api";
import { sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";
import { offered } from "./words";

/** The panel that shows the worth of each move and the result of best play. */
export function Advised({ record, seats }: { record: CoinsDescribed; seats: Seats }): JSX.Element {
  const { parity } = record;
  const mover = record.to_move;
  const rival = mover === 0 ? 1 : 0;
  const moves = record.advice.map((item) => ({
    name: offered(record, item),
    end: t("two.score", { a: num(item.final[mover]), b: num(item.final[rival]) }),
    cost: item.cost,
    best: item.best,
  }));
  return (
    <>
      <p>
        {outcome("forecast", seats, record.final, record.final_margin)}{" "}
        <Proven position={record.over ? null : record.id} />
      </p>
      <WorthTable moves={moves} end="two.end" />
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
