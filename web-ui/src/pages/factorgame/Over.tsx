import type { JSX } from "preact";
import { Celebration } from "../../components/after/Celebration";
import { useReview } from "../../components/after/review";
import { Busy } from "../../components/Busy";
import { Proven } from "../../components/Proven";
import type { Player, Seats } from "../../components/two/seats";
import { Verdict } from "../../components/two/Verdict";
import { costsText, outcome } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import { partOf } from "../../lib/results";
import { useSwitches } from "../../lib/switches";
import { nextLevel } from "../levels/model";
import { NextLevel } from "../levels/NextLevel";
import { LEVELS } from "./levels";
import { read } from "./rules";
import { leadOf, points } from "./words";
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
  const { me, opponent } = seats;
  const { best } = useSwitches();
  const start = read(record.start);
  const compared = best && record.moves.length > 0 && start !== null && isQuick(start);
  const live = useReview(compared ? record.id : null);
  const final = useFinal(compared ? start : null);
  const review = live.result;
  const known = review?.status === "optimal";
  const lead = leadOf(record);
  const won = me === null ? lead !== 0 : me === 0 ? lead > 0 : lead < 0;
  const key = [partOf(record.start), opponent, me].join("/");
  return (
    <>
      {me !== null && props.fresh && (
        <Celebration key={record.id} game={record.game} won={won} perfect={known && Number(review.costs[me]) === 0} />
      )}
      <Verdict
        record={record}
        seats={seats}
        outcome={outcome("verdict", seats, points(record), lead)}
        tone={!won ? "played" : known && me !== null && Number(review.costs[me]) === 0 ? "perfect" : "won"}
        fresh={props.fresh}
        onAgain={props.onAgain}
        onClose={props.onClose}
        next={won && nextLevel(LEVELS, key) ? <NextLevel game={record.game} levels={LEVELS} id={key} /> : null}
      >
        <div class={`stack ${compared ? "factor-compared" : ""}`}>
          {(live.running || final.running) && <Busy inline label={t("factor.best.looking")} />}
          {final.totals !== null && (
            <p>
              {outcome("start", seats, final.totals, final.totals[0] - final.totals[1])}{" "}
              <Proven position={provable(record.start)} />
            </p>
          )}
          {known && <p>{costsText([review.costs[0] ?? 0, review.costs[1] ?? 0], seats)}</p>}
        </div>
      </Verdict>
    </>
  );
}
