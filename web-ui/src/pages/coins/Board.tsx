import type { CSSProperties, JSX, RefObject, TargetedFocusEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { VERDICT } from "../../components/two/Verdict";
import type { CoinsAdvice, CoinsDescribed, Exact } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { type Roving, useRoving } from "../../lib/roving";
import { useShortcuts } from "../../lib/shortcuts";
import { Coin, type Look, metals, widthOf } from "./Coin";
import { offered } from "./words";

/** Maximum length of a row in which a taken coin leaves a gap. In longer rows, the other coins close the gap. */
const WITH_PLACES = 16;
/** Maximum number of coins in a circle that is drawn as a ring; a larger circle is drawn like a row. */
const ROUND = 16;

/** The coin with the keyboard focus. In a row, only the coins at the ends can have the focus. */
interface Held {
  row: number;
  end: string;
}

/** Move the focus to a neighbouring coin when the focused one is taken. */
function useHeld(record: CoinsDescribed, roving: Roving) {
  const { advice } = record;
  const held = useRef<Held | null>(null);
  useLayoutEffect(() => {
    const from = held.current;
    if (from && document.activeElement === document.body) {
      const sameEnd = advice.findIndex(({ row, move }) => row === from.row && move.endsWith(from.end));
      const sameRow = advice.findIndex(({ row }) => row === from.row);
      const target = sameEnd >= 0 ? sameEnd : Math.max(0, sameRow);
      if (advice.length) {
        roving.focus(target);
      } else {
        held.current = null;
        document.getElementById(VERDICT)?.focus();
      }
    }
  }, [record.id]);

  const onFocusIn = (event: FocusEvent): void => {
    const item = event.target instanceof HTMLElement ? advice[Number(event.target.dataset.roving)] : undefined;
    if (item) {
      held.current = { row: item.row, end: item.move.replace(/^\d+/, "") };
    }
  };
  const onFocusOut = (event: TargetedFocusEvent<HTMLDivElement>): void => {
    const coin = event.target;
    // Removing the taken coin causes a blur event a moment later, which must not count as leaving the board.
    queueMicrotask(() => {
      if (coin instanceof Node && coin.isConnected && document.activeElement === document.body) {
        held.current = null;
      }
    });
    if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) {
      held.current = null;
    }
  };
  return { held, onFocusIn, onFocusOut };
}

/**
 * Offer two keys that take the left or right coin of a row, and two keys that only move the focus to that coin. All
 * keys act on the row that has the focus, or else on the first row that has coins.
 */
function useEndKeys(props: {
  advice: readonly CoinsAdvice[];
  held: RefObject<Held | null>;
  roving: Roving;
  open: boolean;
  onTake: (advice: CoinsAdvice) => void;
}): void {
  const { advice, held, roving, open, onTake } = props;
  const atEnd = (end: "L" | "R"): number => {
    const live = [...new Set(advice.map(({ row }) => row))];
    const row = held.current?.row ?? live[0];
    const found = advice.findIndex((item) => item.row === row && item.move.endsWith(end));
    // The last coin of a row is at both ends, but its move is named after only one of them.
    return found >= 0 ? found : advice.findIndex((item) => item.row === row && !item.move.includes("K"));
  };
  const takeEnd = (end: "L" | "R"): void => {
    const index = atEnd(end);
    const item = advice[index];
    if (!item) {
      return;
    }
    const rows = new Set(advice.map(({ row }) => row));
    if (open && (rows.size === 1 || held.current)) {
      onTake(item);
    } else {
      // With several rows, the first press only focuses the coin, to show which row the key acts on.
      roving.focus(index);
    }
  };
  const goTo = (end: "L" | "R"): void => {
    const index = atEnd(end);
    if (index >= 0) {
      roving.focus(index);
    }
  };
  useShortcuts([
    { key: "l", label: t("coins.key.left"), run: () => takeEnd("L") },
    { key: "r", label: t("coins.key.right"), run: () => takeEnd("R") },
    { key: "arrowleft", label: t("coins.key.toLeft"), run: () => goTo("L") },
    { key: "arrowright", label: t("coins.key.toRight"), run: () => goTo("R") },
  ]);
}

interface Shown {
  record: CoinsDescribed;
  look: (value: Exact) => Look;
  roving: Roving;
  /** Set if the coins can be taken now. */
  open: boolean;
  /** Set if the worth of each move is shown. */
  advised: boolean;
  onTake: (advice: CoinsAdvice) => void;
}

/** A button that takes a coin. */
function Take(props: Shown & { item: CoinsAdvice; index: number }): JSX.Element {
  const { record, item, advised, open } = props;
  const worth = item.best ? t("two.tag.best") : t("two.tag.cost", { cost: num(item.cost) });
  const name = t("coins.take", { coin: offered(record, item) });
  return (
    <button
      type="button"
      class="coins-take centred"
      aria-label={advised ? t("common.named", { name, what: worth }) : name}
      aria-disabled={!open}
      {...props.roving.item(props.index)}
      onClick={(event) => {
        // Ignore the second click of a double click: it may hit a coin that has just moved into the gap.
        if (open && event.detail < 2) {
          props.onTake(item);
        }
      }}
    >
      <Coin value={item.coin} look={props.look} />
      {advised && (
        <span class={`coins-tag ${item.best ? "best good" : "cost bad"}`} aria-hidden="true">
          {item.best ? "✓" : `−${num(item.cost)}`}
        </span>
      )}
    </button>
  );
}

/** A place on the board. It holds a coin that can be taken, a coin that cannot, or the gap that a taken coin left. */
function Place(
  props: Shown & { row: number; place: number; left: boolean; round?: CSSProperties | undefined },
): JSX.Element {
  const { row, place, left, round } = props;
  const { advice, start_coins: coins } = props.record;
  const index = advice.findIndex((item) => item.row === row && item.place === place);
  const item = advice[index];
  return (
    <li
      class="coins-cell centred"
      data-number={`${row}.${place}`}
      {...(!left && { "aria-hidden": true })}
      {...(round && { style: round })}
    >
      {!left ? (
        <span class="coins-gone" />
      ) : item ? (
        <Take {...props} item={item} index={index} />
      ) : (
        <Coin value={coins[row]?.[place] ?? 0} look={props.look} />
      )}
    </li>
  );
}

/** Return the CSS variables that place a coin on a circle. */
function onCircle(at: number, count: number): CSSProperties {
  const angle = (2 * Math.PI * at) / count - Math.PI / 2;
  return { "--coins-x": Math.cos(angle).toFixed(4), "--coins-y": Math.sin(angle).toFixed(4) };
}

/** A row, a stack or a circle of coins. */
function Line(props: Shown & { row: number }): JSX.Element | null {
  const { record, row } = props;
  const line = record.rows[row];
  if (line === undefined) {
    return null;
  }
  const { kind, start_kind: startKind, left } = line;
  const single = record.rows.length === 1;
  const values = record.start_coins[row] ?? [];
  const kept = new Set(left);
  const round = kind === "circle" && left.length > 2 && left.length <= ROUND;
  const opened = startKind === "circle" && kind !== "circle";
  const places = startKind !== "circle" && values.length <= WITH_PLACES ? values.map((_, place) => place) : left;
  const wide = places.reduce((sum, place) => sum + widthOf(values[place] ?? 0, props.look(values[place] ?? 0)), 0);
  const described = t(`coins.kind.${left.length > 0 ? kind : "empty"}`);
  return (
    <div class="coins-line centred">
      {(!single || kind !== "row" || opened) && (
        <p class="small" id={`coins-row-${row}`}>
          {single ? described : t("coins.row", { row: row + 1, kind: described })}
        </p>
      )}
      <ul
        class={`coins-row ${round ? "round" : ""} ${startKind === "left" ? "wall-left" : ""} ${startKind === "right" ? "wall-right" : ""}`}
        aria-label={single ? t("coins.rowLabel") : t("coins.row", { row: row + 1, kind: described })}
        style={{ "--coins-count": Math.max(1, places.length), "--coins-wide": Math.max(1, wide).toFixed(2) }}
      >
        {places.map((place, at) => (
          <Place
            key={place}
            {...props}
            place={place}
            left={kept.has(place)}
            round={round ? onCircle(at, places.length) : undefined}
          />
        ))}
      </ul>
    </div>
  );
}

/** The coins on the board; each coin that can be taken is a button. */
export function Board(props: Pick<Shown, "record" | "open" | "advised" | "onTake">): JSX.Element {
  const { record, open, onTake } = props;
  const roving = useRoving(record.advice.length);
  const { held, onFocusIn, onFocusOut } = useHeld(record, roving);
  useEndKeys({ advice: record.advice, held, roving, open, onTake });
  const look = metals(record.start_coins.flat());
  return (
    <div
      class="coins-rows stack"
      role="group"
      aria-label={t("coins.table")}
      style={{ "--coins-lines": String(record.rows.length) }}
      {...roving.container}
      onFocusIn={onFocusIn}
      onFocusOut={onFocusOut}
    >
      {record.rows.map((_, row) => (
        <Line key={row} {...props} look={look} roving={roving} row={row} />
      ))}
    </div>
  );
}
