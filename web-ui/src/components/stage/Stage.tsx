import type { ComponentChildren, JSX, RefObject } from "preact";
import type { Exact } from "../../generated/api";
import { roughly } from "../../lib/exact";
import { num } from "../../lib/i18n";
import { useCount } from "./count";
import "./stage.css";

/** A number or a coin in a player's pile. */
export interface Chip {
  /** The `data-number` of its tile on the board. */
  key: number | string;
  /** The picture of a piece that is not a number. */
  picture?: JSX.Element;
  /** Set if the number went to this pile because no player can use it. */
  stranded?: boolean;
}

/** Maximum number of chips in a pile; the newest are shown. */
const PILE = 60;

/** A total that counts up. It is a separate component, so that each frame redraws nothing else. */
function Total({ total }: { total: Exact }): JSX.Element {
  const rounded = roughly(total);
  const counted = useCount(rounded);
  return (
    <p class="stage-total">
      {/* Let screen readers read the final score, without the counting. */}
      <span class="visually-hidden">{num(total)}</span>
      <span aria-hidden="true">{num(counted === rounded ? total : counted)}</span>
    </p>
  );
}

/** One player's side of the stage: face, name, total and pile. */
export function Side(props: {
  side: "mine" | "theirs";
  name: string;
  total: Exact;
  /** Set if it is this player's turn, in a game for two. */
  turn?: boolean;
  face?: JSX.Element;
  /** The pieces that the player took, the oldest first. */
  pile?: readonly Chip[];
  /** A line below the total. */
  note?: string;
  /** Elements to show instead of a pile. */
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
      <h2 class="stage-name hidden-small">{props.name}</h2>
      <Total total={total} />
      {props.note && <p class="small hidden-small">{props.note}</p>}
      {props.children ?? (
        <ul class="stage-pile" aria-hidden="true">
          {pile
            .slice(hidden)
            .reverse()
            .map(({ key, picture, stranded = false }) => (
              <li
                key={key}
                data-chip={key}
                class={picture ? "stage-picture" : `stage-chip centred ${stranded ? "stranded" : ""}`}
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

/** A bar that fills from both ends with each player's share. Marks show its middle and the best total, if known. */
export function Rope(props: {
  mine: number;
  theirs: number;
  whole: number;
  /** The best total that one side can reach; null if it is unknown or hidden. */
  best?: { value: number; text: string } | null;
  /** The text for screen readers. */
  label: string;
}): JSX.Element {
  const { mine, theirs, whole, best = null } = props;
  const part = (value: number): string => `${whole > 0 ? (100 * value) / whole : 0}%`;
  return (
    <div
      class="rope"
      role="img"
      aria-label={props.label}
      {...(best && { style: { "--best": whole > 0 ? best.value / whole : 0, "--letters": best.text.length } })}
    >
      <span class="rope-half">½</span>
      {best !== null && <span class="rope-best">{best.text}</span>}
      <div class="rope-bar">
        <i class="mine" style={{ width: part(mine) }} />
        <i class="theirs" style={{ width: part(theirs) }} />
      </div>
    </div>
  );
}

/**
 * The stage of a game.
 *
 * The board fills the height of the window, with a side for each player and a line below it. On a phone, the sides are
 * above and below the board.
 */
export function Stage(props: {
  stage: RefObject<HTMLDivElement | null>;
  mine?: JSX.Element;
  theirs?: JSX.Element;
  rope?: JSX.Element;
  /** The line about the move that the player looks at, or about the last move. */
  say: ComponentChildren;
  bar: JSX.Element | null;
  /** The result of the game, above the board. */
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
