import type { ComponentChildren, JSX } from "preact";
import type { Exact } from "../../generated/api";
import { roughly } from "../../lib/exact";
import { num, type TextKey, t, tn } from "../../lib/i18n";
import { CheckField } from "../CheckField";
import "./two.css";

/** What the coach is to say, as a part of the settings. */
export function CoachFields(props: {
  comments: boolean;
  onComments: (on: boolean) => void;
  /** What the switch for the worth of moves is called, and how it stands; null where that may not be told. */
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

/** What the moves are worth, for those who ask. */
export function Coach({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <section class="stack two-coach no-print" aria-labelledby="two-coach">
      <h2 id="two-coach">{t("two.coach")}</h2>
      {children}
    </section>
  );
}

/** Most moves that are listed. */
const LISTED = 8;
/** Characters of the end that fit into a line of the list. */
const WIDE = 14;

/** What a move is worth. */
export interface Worth {
  name: string;
  /** What it leads to. */
  end: string;
  /** What it gives away; nothing for a best one. */
  cost: Exact;
  best: boolean;
}

/** What each move is worth, the best ones first. */
export function WorthTable(props: {
  moves: readonly Worth[];
  /** What is told of the end. */
  end: TextKey;
}): JSX.Element {
  const { moves } = props;
  // Among equals the order of the table stays.
  const sorted = [...moves].sort((one, other) => roughly(one.cost) - roughly(other.cost));
  const long = moves.some(({ end }) => end.length > WIDE);
  const more = sorted.length - LISTED;
  return (
    <>
      <div class="scroll-x">
        <table class={`table ${long ? "long" : ""}`}>
          <caption class="visually-hidden">{t("two.moves")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("two.move")}</th>
              <th scope="col">{t(props.end)}</th>
              <th scope="col">{t("two.givesAway")}</th>
            </tr>
          </thead>
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
