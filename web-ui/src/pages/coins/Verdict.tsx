import type { JSX } from "preact";
import { Icon } from "../../components/Icon";
import type { CoinsDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { type Player, type Seats, sign } from "./model";
import { coinText, label, outcome, pictureName } from "./words";

/** Id of its heading, where the focus goes when no coin is left that could have it. */
export const VERDICT = "coins-verdict";

/** How a game has ended, and what would have been possible. */
export function Verdict(props: {
  record: CoinsDescribed;
  seats: Seats;
  onAgain: (me: Player | null) => void;
}): JSX.Element {
  const { record, seats, onAgain } = props;
  const { me } = seats;
  const scores = [record.scores[0] ?? 0, record.scores[1] ?? 0] as const;
  const good = me === null || sign(record.margin) === (me === 0 ? 1 : -1);
  return (
    <section class={`card stack coins-verdict ${good ? "good" : ""}`} aria-labelledby={VERDICT}>
      <h2 id={VERDICT} tabIndex={-1}>
        {outcome("verdict", seats, scores, record.margin)}
      </h2>
      <p>{outcome("start", seats, record.start_final, record.start_margin)}</p>
      <p>{costs(record, seats)}</p>
      <div class="row no-print">
        <button type="button" class="button primary" onClick={() => onAgain(me)}>
          <Icon name="restart" />
          {t("coins.again")}
        </button>
        {me !== null && (
          <button type="button" class="button" onClick={() => onAgain(me === 0 ? 1 : 0)}>
            {t(me === 0 ? "coins.letThem" : "coins.letMe")}
          </button>
        )}
      </div>
      <details>
        <summary>{t("coins.record")}</summary>
        <div class="scroll-x">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t("coins.record.turn")}</th>
                <th scope="col">{t("coins.record.player")}</th>
                <th scope="col">{t("coins.record.coin")}</th>
                <th scope="col">{t("coins.givesAway")}</th>
              </tr>
            </thead>
            <tbody>
              {record.taken.map((move, at) => (
                <tr key={at}>
                  <td>{num(at + 1)}</td>
                  <td>{label(seats, move.player)}</td>
                  <td>{coinText(move, record.rows.length, at === record.taken.length - 1)}</td>
                  <td>{num(move.cost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

/** What the mistakes of both cost. */
function costs(record: CoinsDescribed, { me }: Seats): string {
  const [first, second] = record.costs;
  if (me === null) {
    return t("coins.costs.two", {
      name: pictureName(0),
      other: pictureName(1),
      first: num(first),
      second: num(second),
    });
  }
  const mine = record.costs[me];
  const theirs = record.costs[me === 0 ? 1 : 0];
  const own = sign(mine) === 0 ? t("coins.costs.perfect") : t("coins.costs.you", { cost: num(mine) });
  const other = sign(theirs) === 0 ? t("coins.costs.themPerfect") : t("coins.costs.them", { cost: num(theirs) });
  return `${own} ${other}`;
}
