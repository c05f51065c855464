import type { JSX } from "preact";
import { useReview } from "../../components/after/review";
import { Busy } from "../../components/Busy";
import { Proven } from "../../components/Proven";
import type { Player, Seats } from "../../components/two/seats";
import { Verdict } from "../../components/two/Verdict";
import { costsText, outcome } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import { useSwitches } from "../../lib/switches";
import { LEVELS } from "./levels";
import { read } from "./rules";
import { leadOf } from "./words";
import { isQuick, provable, useFinal } from "./worth";

/** The result of a finished game, and the result of best play. */
export function Over(props: {
  record: FactorgameDescribed;
  seats: Seats;
  /** Set if a move has just ended the game. */
  fresh: boolean;
  onAgain: (me: Player | null) => void;
  onClose: () => void;
}): JSX.Element {
  const { record, seats } = props;
  const { best } = useSwitches();
  const start = read(record.start);
  const compared = best && record.moves.length > 0 && start !== null && isQuick(start);
  const live = useReview(compared ? record.id : null);
  const final = useFinal(compared ? start : null);
  const review = live.result;
  const costs = review?.status === "optimal" ? review.costs : null;
  return (
    <Verdict {...props} lead={leadOf(record)} costs={costs} levels={LEVELS}>
      <div class={`stack ${compared ? "factor-compared" : ""}`}>
        {(live.running || final.running) && <Busy inline label={t("factor.best.looking")} />}
        {final.totals !== null && (
          <p>
            {outcome("start", seats, final.totals, final.totals[0] - final.totals[1])}{" "}
            <Proven position={provable(record.start)} />
          </p>
        )}
        {costs && <p>{costsText(costs, seats)}</p>}
      </div>
    </Verdict>
  );
}
