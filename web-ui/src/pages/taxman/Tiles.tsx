import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TaxmanPreview, TaxmanTile } from "../../generated/api";
import { language, t } from "../../lib/i18n";
import { useRoving } from "../../lib/roving";
import { useSwitches } from "../../lib/switches";
import { some, sum } from "./records";
import { shapeOf } from "./shape";

/** What a tile looks like: an open number can be taken, cannot be taken now, or there is nothing to take (in a replay). */
export type Look = "legal" | "idle" | "open" | "take" | "tax" | "left";

/** How a tile was pressed: touch and pen show the cost first. */
export type Pressed = "key" | "mouse" | "touch";

/** Up to here, tiles have room for a word. */
const ROOMY = 50;
const CROWDED = 150;
const SCROLLS = 300;

/** Numbers with more digits need wider tiles. */
const MOST_DIGITS = 4;

/** Milliseconds within which digits belong to the same number. */
const TYPING = 900;

/** How the board is laid out. */
export function sizeOf(count: number): "roomy" | "medium" | "crowded" | "huge" {
  return count <= ROOMY ? "roomy" : count <= CROWDED ? "medium" : count <= SCROLLS ? "crowded" : "huge";
}

function captionOf(look: Look, move: number | null, payer: number | undefined): string {
  switch (look) {
    case "take":
      return t("taxman.tile.take", { move: String(move) });
    case "tax":
      return t("taxman.tile.tax", { number: String(payer) });
    case "left":
      return t("taxman.tile.left");
    case "idle":
      return t("taxman.tile.idle");
    default:
      return "";
  }
}

/** A tile in words: what it is, and what taking it would cost. */
export function describeTile(
  tile: number,
  look: Look,
  removed: number | null,
  paidFor?: number,
  preview?: TaxmanPreview,
): string {
  // As texts, for tiles are not grouped into thousands, and formatting a few thousand numbers takes its time.
  const [number, move, payer] = [String(tile), String(removed), String(paidFor)];
  switch (look) {
    case "take":
      return t("taxman.say.take", { number, move });
    case "tax":
      return t("taxman.say.tax", { number, payer, move });
    case "left":
      return removed === 0 ? t("taxman.say.useless", { number }) : t("taxman.say.left", { number, move });
    case "idle":
      return t("taxman.say.idle", { number });
    case "open":
      return t("taxman.say.open", { number });
    default: {
      const parts = [t("taxman.say.legal", { number })];
      if (preview) {
        parts.push(t("taxman.say.cost", { tax: some(preview.tax), sum: String(sum(preview.tax)) }));
        if (preview.lost.length) {
          parts.push(t("taxman.say.lost", { lost: some(preview.lost), sum: String(sum(preview.lost)) }));
        }
      }
      return parts.join(" ");
    }
  }
}

/** One tile; drawn anew only if something about it has changed, for there may be 2,000. */
function Tile(props: {
  number: number;
  look: Look;
  move: number | null;
  payer: number | undefined;
  preview: TaxmanPreview | undefined;
  /** Whether pressing it does nothing but say why. */
  dead: boolean;
  /** Whether there is room for a word. */
  roomy: boolean;
  index: number;
  /** Whether Tab comes here. */
  reached: boolean;
}): JSX.Element {
  const { number, look, move, payer, preview, dead, roomy, index, reached } = props;
  return useMemo(() => {
    const caption = roomy ? captionOf(look, move, payer) : "";
    return (
      <button
        type="button"
        class={`taxman-tile ${look}`}
        data-number={number}
        data-roving={index}
        tabIndex={reached ? 0 : -1}
        aria-label={describeTile(number, look, move, payer, preview)}
        aria-disabled={dead}
      >
        <span class="taxman-face">
          <b>{number}</b>
          {roomy && <small>{caption}</small>}
        </span>
      </button>
    );
  }, [number, look, move, payer, preview, dead, roomy, index, reached, language()]);
}

/** Columns and rows of a board that fills the screen: as even as they can be, of tiles about a third wider than high. */
function useShape(count: number): { columns: number; rows: number } | null {
  const { projector } = useSwitches();
  const [, resized] = useState({});
  useEffect(() => {
    if (!projector) {
      return undefined;
    }
    const listener = (): void => resized({});
    addEventListener("resize", listener);
    return () => removeEventListener("resize", listener);
  }, [projector]);
  return projector ? shapeOf(count, innerWidth / innerHeight) : null;
}

/** The pot: one Tab stop, arrow keys, digits that jump to a number; pointing and focusing are told to the parent. */
export function Tiles(props: {
  tiles: readonly TaxmanTile[];
  /** Numbers that can be taken; null if that is not asked. */
  legal: ReadonlySet<number> | null;
  previews: ReadonlyMap<number, TaxmanPreview>;
  /** Numbers taken, in order. */
  moves: readonly number[];
  label: string;
  onPress: (number: number, how: Pressed) => void;
  /** A tile is pointed at, or none. */
  onPoint: (number: number | null) => void;
  /** A tile is reached by the keyboard. */
  onReach: (number: number) => void;
}): JSX.Element {
  const { tiles, legal } = props;
  const roving = useRoving(tiles.length);
  const pointer = useRef("mouse");
  const typed = useRef({ text: "", at: 0 });
  const size = sizeOf(tiles.length);
  const digits = String(tiles.at(-1)?.number ?? 0).length;
  const shape = useShape(tiles.length);

  const numberOf = (target: EventTarget | null): number | null => {
    const tile = target instanceof Element ? target.closest<HTMLElement>("[data-number]") : null;
    return tile ? Number(tile.dataset.number) : null;
  };

  const type = (key: string): void => {
    const now = performance.now();
    const text = (now - typed.current.at < TYPING ? typed.current.text : "") + key;
    const exact = tiles.findIndex(({ number }) => String(number) === text);
    const target = exact >= 0 ? exact : tiles.findIndex(({ number }) => String(number).startsWith(text));
    typed.current = { text: target >= 0 ? text : key, at: now };
    if (target >= 0) {
      roving.focus(target);
    }
  };

  return (
    <div
      class={`taxman-grid ${size} ${digits > MOST_DIGITS ? "long" : digits === MOST_DIGITS ? "four" : ""}`}
      style={{
        ...(digits > MOST_DIGITS && { "--digits": digits }),
        ...(shape && {
          "--projector-columns": shape.columns,
          "--projector-rows": shape.rows,
          // Room for the digits and a margin, about two thirds of an em each.
          "--projector-digits": 0.66 * digits + 0.6,
        }),
      }}
      role="group"
      aria-label={props.label}
      ref={roving.container.ref}
      onKeyDown={(event) => {
        if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          type(event.key);
        } else {
          roving.container.onKeyDown(event);
        }
      }}
      onPointerDown={(event) => {
        pointer.current = event.pointerType;
      }}
      onClick={(event) => {
        const number = numberOf(event.target);
        if (number !== null) {
          // A click without a pointer comes from the keyboard or a screen reader, which has said the cost.
          props.onPress(number, event.detail === 0 ? "key" : pointer.current === "mouse" ? "mouse" : "touch");
        }
      }}
      onPointerOver={(event) => event.pointerType === "mouse" && props.onPoint(numberOf(event.target))}
      onPointerLeave={() => props.onPoint(null)}
      onFocusIn={(event) => {
        const target = event.target instanceof HTMLElement ? event.target : null;
        if (target?.dataset.roving !== undefined) {
          roving.setIndex(Number(target.dataset.roving));
          const number = numberOf(target);
          if (number !== null && target.matches(":focus-visible")) {
            props.onReach(number);
          }
        }
      }}
    >
      {tiles.map(({ number, fate, move }, index) => {
        const look: Look = fate !== "open" || legal === null ? fate : legal.has(number) ? "legal" : "idle";
        const payer = move ? props.moves[move - 1] : undefined;
        return (
          <Tile
            key={number}
            number={number}
            look={look}
            move={move}
            payer={payer}
            preview={props.previews.get(number)}
            dead={legal !== null && look !== "legal"}
            roomy={size === "roomy"}
            index={index}
            reached={index === roving.index}
          />
        );
      })}
    </div>
  );
}

/** What the looks mean. */
export function Legend({ replay = false }: { replay?: boolean }): JSX.Element {
  const looks: readonly (readonly [Look, string])[] = [
    ...(replay
      ? ([["open", t("taxman.legend.open")]] as const)
      : ([
          ["legal", t("taxman.legend.legal")],
          ["idle", t("taxman.legend.idle")],
        ] as const)),
    ["take", replay ? t("taxman.legend.taken") : t("taxman.legend.take")],
    ["tax", t("taxman.legend.tax")],
    ["left", t("taxman.legend.left")],
  ];
  return (
    <ul class="taxman-legend" aria-label={t("taxman.legend")}>
      {looks.map(([look, text]) => (
        <li key={look}>
          <span class={`taxman-tile ${look}`} aria-hidden="true">
            <span class="taxman-face">
              <b>7</b>
            </span>
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
