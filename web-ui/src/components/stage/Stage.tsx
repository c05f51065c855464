import type { ComponentChildren, JSX, RefObject } from "preact";
import type { Exact } from "../../generated/api";
import { num } from "../../lib/i18n";
import { useCount } from "./count";
import "./stage.css";

/** A number or a coin in somebody's pile. */
export interface Chip {
  /** What the board calls it: `data-number` of its tile. */
  key: number | string;
  /** How it looks, if it is no number. */
  picture?: JSX.Element;
  /** Whether it went there because nobody could use it any more. */
  stranded?: boolean;
}

/** Most chips that a pile shows; the newest come first. */
const PILE = 60;

/** A total on its way up; for itself, so that nothing else is drawn with each of its frames. */
function Total({ total }: { total: Exact }): JSX.Element {
  const counted = useCount(Number(total));
  return (
    <p class="stage-total">
      {/* A screen reader hears the score, and not how it is counted up. */}
      <span class="visually-hidden">{num(total)}</span>
      <span aria-hidden="true">{num(counted === Number(total) ? total : counted)}</span>
    </p>
  );
}

/** One player's side of the stage: face, name, total and pile. */
export function Side(props: {
  side: "mine" | "theirs";
  name: string;
  total: Exact;
  /** Whose turn it is, in a game for two. */
  turn?: boolean;
  face?: JSX.Element;
  /** What was taken, oldest first. */
  pile?: readonly Chip[];
  /** A line below the total. */
  note?: string;
  /** What else stands there, instead of a pile. */
  children?: ComponentChildren;
}): JSX.Element {
  const { total, turn = false, pile = [] } = props;
  const hidden = Math.max(0, pile.length - PILE);
  return (
    <section
      class={`stage-side ${props.side} ${turn ? "turn" : ""}`}
      style={{ "--digits": num(total).length }}
      aria-label={props.name}
    >
      {props.face}
      <h2 class="stage-name">{props.name}</h2>
      <Total total={total} />
      {props.note && <p class="stage-note">{props.note}</p>}
      {props.children ?? (
        <ul class="stage-pile" aria-hidden="true">
          {pile
            .slice(hidden)
            .reverse()
            .map(({ key, picture, stranded = false }) => (
              <li
                key={key}
                data-chip={key}
                class={picture ? "stage-picture" : `stage-chip ${stranded ? "stranded" : ""}`}
              >
                {picture ?? key}
              </li>
            ))}
          {hidden > 0 && <li class="stage-more">+{num(hidden)}</li>}
        </ul>
      )}
    </section>
  );
}

/** Part of a rope's length within which a phone has no room for the words at both marks. */
const CLOSE = 0.12;

/** Who has which part of the whole, from both ends; half of it is marked, and so is the best that is proven. */
export function Rope(props: {
  mine: number;
  theirs: number;
  whole: number;
  /** The best that one side can reach; null where it is not known or not shown. */
  best?: { value: number; text: string } | null;
  /** The same in words. */
  label: string;
}): JSX.Element {
  const { mine, theirs, whole, best = null } = props;
  const part = (value: number): string => `${whole > 0 ? (100 * value) / whole : 0}%`;
  const close = best !== null && Math.abs(best.value / whole - 1 / 2) < CLOSE;
  return (
    <div class="rope" role="img" aria-label={props.label}>
      <span class={`rope-half ${close ? "close" : ""}`} style={{ left: "50%" }}>
        ½
      </span>
      {best !== null && (
        <span class="rope-best" style={{ left: part(best.value) }}>
          {best.text}
        </span>
      )}
      <div class="rope-bar">
        <i class="rope-mine" style={{ width: part(mine) }} />
        <i class="rope-theirs" style={{ width: part(theirs) }} />
      </div>
    </div>
  );
}

/**
 * The stage of a game: the board takes the height of the window, with a side for each player and a line below it.
 *
 * On a phone, the sides are above and below the board.
 */
export function Stage(props: {
  stage: RefObject<HTMLDivElement | null>;
  mine?: JSX.Element;
  theirs?: JSX.Element;
  rope?: JSX.Element;
  /** What is said of the move in question, or of the last one. */
  say: ComponentChildren;
  bar: JSX.Element | null;
  /** What came of the game, above the board. */
  result?: JSX.Element | null;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="stage" ref={props.stage}>
      {props.mine}
      <div class="stage-middle">
        {props.rope}
        <div class="stage-board">{props.children}</div>
        <div class="stage-say">{props.say}</div>
        {props.bar}
        {props.result && <div class="stage-result">{props.result}</div>}
      </div>
      {props.theirs}
    </div>
  );
}
