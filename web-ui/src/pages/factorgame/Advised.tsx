import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { Proven } from "../../components/Proven";
import { WorthTable } from "../../components/two/Coach";
import type { Seats } from "../../components/two/seats";
import { outcome } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { costsOf, provable, useFinal, useWorth } from "./worth";

/** The panel that shows the worth of each move and the result of best play. */
export function Advised({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  const { result, running } = useWorth(record.id);
  const { totals } = useFinal(record);
  const costs = costsOf(result);
  if (running) {
    return <Busy inline label={t("factor.advice.wait")} />;
  }
  if (result === null || totals === null || costs.size === 0) {
    return <p class="muted">{t("factor.advice.unknown")}</p>;
  }
  const lead = totals[0] - totals[1];
  const best = record.to_move === 0 ? lead : -lead;
  const moves = [...costs].map(([number, cost]) => ({
    name: String(number),
    end: num(best - cost),
    cost,
    best: cost === 0,
  }));
  return (
    <>
      <p>
        {outcome("forecast", seats, totals, lead)} <Proven position={provable(record.id)} />
      </p>
      <WorthTable moves={moves} end="factor.end" />
    </>
  );
}
