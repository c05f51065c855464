import type { ComponentChildren, JSX } from "preact";
import type { Exact } from "../../generated/api";
import { roughly } from "../../lib/exact";
import { num, type TextKey, t } from "../../lib/i18n";
import { tn } from "../../lib/wording";
import { CheckField } from "../CheckField";
import { Heads } from "../Heads";
import "./two.css";

/** The switches that choose which advice players get. */
export function CoachFields(props: {
  comments: boolean;
  onComments: (on: boolean) => void;
  /** The switch that shows what each move is worth; null if this must stay hidden. */
  advice: { label: TextKey; on: boolean; onInput: (on: boolean) => void } | null;
}): JSX.Element {
  const { advice } = props;
  return (
    <>
      <CheckField label={t("two.comments")} checked={props.comments} onInput={props.onComments} />
      {advice && <CheckField label={t(advice.label)} checked={advice.on} onInput={advice.onInput} />}
    </>
  );
}

/** A panel that shows what each move is worth. */
export function Coach({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <section class="stack two-coach no-print" aria-labelledby="two-coach">
      <h2 id="two-coach">{t("two.coach")}</h2>
      {children}
    </section>
  );
}

/** Maximum number of listed moves. */
const LISTED = 8;
/** Maximum number of characters of a final result; longer results need another layout of the table. */
const WIDE = 14;

/** The value of a move. */
interface Worth {
  name: string;
  /** The final result after the move and best play. */
  end: string;
  /** The cost of the move; 0 for a best move. */
  cost: Exact;
  best: boolean;
}

/** A table of moves and their values, the best first. */
export function WorthTable(props: {
  moves: readonly Worth[];
  /** The heading of the column with the final results. */
  end: TextKey;
}): JSX.Element {
  const { moves } = props;
  // Sort by cost only: the sort is stable, so moves of equal cost keep their order.
  const sorted = [...moves].sort((one, other) => roughly(one.cost) - roughly(other.cost));
  const long = moves.some(({ end }) => end.length > WIDE);
  const more = sorted.length - LISTED;
  return (
    <>
      <div class="scroll-x">
        <table class={`table ${long ? "long" : ""}`}>
          <caption class="visually-hidden">{t("two.moves")}</caption>
          <Heads texts={[t("two.move"), t(props.end), t("two.givesAway")]} />
          <tbody>
            {sorted.slice(0, LISTED).map(({ name, end, cost, best }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{end}</td>
                <td>{best ? <span class="chip good">{t("two.tag.best")}</span> : num(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p class="muted">{tn("two.more", more)}</p>}
    </>
  );
}
