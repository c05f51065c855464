import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { language } from "../../lib/i18n";
import { AHEAD } from "../../lib/place";
import { useRoving } from "../../lib/roving";
import { useSwitches } from "../../lib/switches";
import { fitsWord, roomFor, type Shape, shapeOf } from "./shape";
import "./tiles.css";

/** The device that pressed a tile. A touch or pen first shows the effect of a move. */
export type Pressed = "key" | "mouse" | "touch";

/** The number, look and words of a tile. */
export interface Face {
  number: number;
  /** The class names that style the tile. */
  look: string;
  /** Set if pressing the tile only explains why it cannot be taken. */
  dead: boolean;
  /** Further values that `words` depends on: when one of them changes, `words` is called again. */
  facts: readonly unknown[];
  /** Return a word below the number, and a description of the tile. */
  words: () => { caption: string; said: string };
}

/** Boards with at most this many tiles have room for a word on each. */
const ROOMY = 50;
const CROWDED = 150;
const SCROLLS = 300;

/** The usual width of tiles has room for this many digits. */
const MOST_DIGITS = 4;

/** Milliseconds within which typed digits form one number. */
const TYPING = 900;

/** Return the layout class of a board. */
function sizeOf(count: number): "roomy" | "medium" | "crowded" | "huge" {
  return count <= ROOMY ? "roomy" : count <= CROWDED ? "medium" : count <= SCROLLS ? "crowded" : "huge";
}

/** A tile. It renders only when one of its values changes, since there may be 2,000. */
function Tile(props: {
  face: Face;
  /** Set if the tile has room for a word. */
  roomy: boolean;
  index: number;
  /** Set if the Tab key moves the focus to this tile. */
  reached: boolean;
}): JSX.Element {
  const { face, roomy, index, reached } = props;
  const { number, look, dead } = face;
  return useMemo(() => {
    const { caption, said } = face.words();
    return (
      <button
        type="button"
        class={`tiles-tile ${look}`}
        data-number={number}
        data-roving={index}
        tabIndex={reached ? 0 : -1}
        aria-label={said}
        aria-disabled={dead}
      >
        <span class="tiles-face">
          <b>{number}</b>
          {roomy && <small>{caption}</small>}
        </span>
      </button>
    );
  }, [number, look, dead, ...face.facts, roomy, index, reached, language()]);
}

/** The shape of a board, and the size of its container in pixels. */
interface Fit extends Shape {
  width: number;
  height: number;
}

const SQUARE = 600;

/** Return a shape that fits the board's container; null outside a stage, where the styles decide. */
function useFit(frame: RefObject<HTMLDivElement | null>, count: number, digits: number): Fit | null {
  // Assume a square while the build renders the page: the styles of the page then adapt it to the screen.
  const [fit, setFit] = useState<Fit | null>(
    AHEAD ? { ...shapeOf(count, digits, SQUARE, SQUARE), width: SQUARE, height: SQUARE } : null,
  );
  const { projector } = useSwitches();
  useLayoutEffect(() => {
    const room = frame.current?.closest<HTMLElement>(".projector.on > .projector-board, .stage-board");
    if (!room) {
      setFit(null);
      return undefined;
    }
    const measure = (): void => {
      // Measure with a fixed height, because a tall board would otherwise enlarge its container.
      const grew = frame.current?.classList.replace("grows", "measured");
      const { clientWidth: width, clientHeight: height } = room;
      if (grew) {
        frame.current?.classList.replace("measured", "grows");
      }
      const next = { ...shapeOf(count, digits, width, height), width, height };
      setFit((before) => (before && same(before, next) ? before : next));
    };
    measure();
    let frameAsked = 0;
    // Wait for the next frame, because a new shape may change the observed size again.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frameAsked);
      frameAsked = requestAnimationFrame(measure);
    });
    observer.observe(room);
    return () => {
      cancelAnimationFrame(frameAsked);
      observer.disconnect();
    };
  }, [count, digits, projector, language()]);
  return fit;
}

const same = (one: Fit, other: Fit): boolean =>
  (["columns", "grows", "width", "height"] as const).every((key) => one[key] === other[key]);

/**
 * Numbers on a board, with one Tab stop. Arrow keys move between them, and typed digits jump to a number.
 */
export function Tiles(props: {
  faces: readonly Face[];
  label: string;
  /** Numbers per row on a narrow screen, if the usual count does not suit. */
  narrow?: number;
  onPress: (number: number, how: Pressed) => void;
  /** Called when the pointer enters a tile, or leaves the tiles. */
  onPoint: (number: number | null) => void;
  /** Called when the keyboard reaches a tile. */
  onReach: (number: number) => void;
}): JSX.Element {
  const { faces } = props;
  const roving = useRoving(faces.length);
  const pointer = useRef("mouse");
  const typed = useRef({ text: "", at: 0 });
  const size = sizeOf(faces.length);
  const digits = String(faces.at(-1)?.number ?? 0).length;
  const frame = useRef<HTMLDivElement>(null);
  const fit = useFit(frame, faces.length, digits);
  const roomy = size === "roomy" && (fit === null || fitsWord(fit, fit.width, fit.height));

  const numberOf = (target: EventTarget | null): number | null => {
    const tile = target instanceof Element ? target.closest<HTMLElement>("[data-number]") : null;
    return tile ? Number(tile.dataset.number) : null;
  };

  const type = (key: string): void => {
    const now = performance.now();
    const whole = (now - typed.current.at < TYPING ? typed.current.text : "") + key;
    // A digit that does not continue a number of this board begins a new one.
    const text = [whole, key].find((part) => faces.some(({ number }) => String(number).startsWith(part)));
    typed.current = { text: text ?? "", at: now };
    if (text !== undefined) {
      const exact = faces.findIndex(({ number }) => String(number) === text);
      roving.focus(exact >= 0 ? exact : faces.findIndex(({ number }) => String(number).startsWith(text)));
    }
  };

  return (
    <div ref={frame} class={`tiles-frame ${fit === null ? "" : fit.grows ? "fits grows" : "fits"}`}>
      <div
        class={`tiles-grid ${size} ${digits > MOST_DIGITS ? "long" : ""}`}
        style={{
          ...(fit && {
            "--columns": fit.columns,
            "--rows": fit.rows,
            "--room": roomFor(digits),
            ...(!AHEAD && { "--room-width": `${fit.width}px`, "--room-height": `${fit.height}px` }),
          }),
          ...(digits > MOST_DIGITS && { "--digits": digits }),
          ...(props.narrow !== undefined && { "--narrow": props.narrow }),
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
            // A click without a pointer comes from the keyboard or a screen reader, which has already announced the
            // cost.
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
        {faces.map((face, index) => (
          <Tile key={face.number} face={face} roomy={roomy} index={index} reached={index === roving.index} />
        ))}
      </div>
      <svg class="tiles-arcs" aria-hidden="true" />
    </div>
  );
}
