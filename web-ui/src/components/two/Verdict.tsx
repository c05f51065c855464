import type { ComponentChildren, JSX } from "preact";
import type { Exact } from "../../generated/api";
import { num, type TextKey, t } from "../../lib/i18n";
import { Icon } from "../Icon";
import type { Player, Seats } from "./seats";
import "./two.css";
import { label } from "./words";

/** Id of its heading, where the focus goes when nothing is left on the board that could have it. */
export const VERDICT = "two-verdict";

/** How a game has ended, what would have been possible, and the way into the next game. */
export function Verdict(props: {
  seats: Seats;
  /** Who has won. */
  outcome: string;
  /** Whether that is good news. */
  good: boolean;
  onAgain: (me: Player | null) => void;
  /** What would have been possible. */
  children: ComponentChildren;
  /** Every move. */
  record: JSX.Element;
}): JSX.Element {
  const { onAgain } = props;
  const { me } = props.seats;
  return (
    <section class={`card stack two-verdict resting ${props.good ? "good" : ""}`} aria-labelledby={VERDICT}>
      <h2 id={VERDICT} tabIndex={-1}>
        {props.outcome}
      </h2>
      {props.children}
      <div class="row no-print">
        <button type="button" class="button primary" onClick={() => onAgain(me)}>
          <Icon name="restart" />
          {t("two.again")}
        </button>
        {me !== null && (
          <button type="button" class="button" onClick={() => onAgain(me === 0 ? 1 : 0)}>
            {t(me === 0 ? "two.letThem" : "two.letMe")}
          </button>
        )}
      </div>
      {props.record}
    </section>
  );
}

/** A move in the record of a game. */
export interface Recorded {
  player: Player;
  /** What was taken. */
  what: string;
  /** What it gave away; null if that is not known. */
  cost: Exact | null;
}

/** All moves of a game, and what each gave away. */
export function GameRecord(props: { seats: Seats; what: TextKey; moves: readonly Recorded[] }): JSX.Element {
  return (
    <details>
      <summary>{t("two.record")}</summary>
      <div class="scroll-x">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{t("two.record.turn")}</th>
              <th scope="col">{t("two.record.player")}</th>
              <th scope="col">{t(props.what)}</th>
              <th scope="col">{t("two.givesAway")}</th>
            </tr>
          </thead>
          <tbody>
            {props.moves.map(({ player, what, cost }, at) => (
              <tr key={at}>
                <td>{num(at + 1)}</td>
                <td>{label(props.seats, player)}</td>
                <td>{what}</td>
                <td>{cost === null ? "–" : num(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
