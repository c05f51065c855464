/**
 * Animates numbers that fly to the piles.
 *
 * The numbers are already in the piles: only a picture moves, and the next move ends it.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pace } from "../../lib/motion";
import { play } from "../../lib/notes";

/** A piece that leaves the board. */
export interface Flight {
  /** `data-number` of its tile. */
  key: number | string;
  to: "mine" | "theirs";
  /** `data-number` of the tile that it joins, if it stays on the board. */
  onto?: number | string;
  /** The text on the piece, if it differs from its key. */
  text?: string;
  /** Set if the piece falls, because no player can use it. */
  falls?: boolean;
}

/** Duration of a flight, and time between the starts of two flights, in milliseconds. */
const FLIGHT = 320;
const APART = 60;
/** Maximum number of pieces that fly at once. Further pieces jump, since nobody could follow them. */
const MOST = 24;
const FADE = 150;
const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";

/** Running animations, each with the function that removes its picture. */
const moving = new Map<Animation, () => void>();
/** The animation frame in which the flights start. */
let takeoff = 0;

function end(animation: Animation): void {
  const after = moving.get(animation);
  moving.delete(animation);
  after?.();
  // Cancel the animation, so that the element gets its normal style back.
  animation.cancel();
}

/** End all animations now. Do not wait for the next frame, in which the browser would report their end. */
function land(): void {
  cancelAnimationFrame(takeoff);
  for (const animation of [...moving.keys()]) {
    end(animation);
  }
}

/** Run a function after the next paint: the effect of a press is shown first, and measuring is then cheap. */
function afterPaint(start: () => void): void {
  takeoff = requestAnimationFrame(() => {
    takeoff = requestAnimationFrame(start);
  });
}

function run(
  element: Element,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
  after = (): void => undefined,
): void {
  const animation = element.animate(frames, { fill: "both", ...options });
  moving.set(animation, after);
  animation.onfinish = () => end(animation);
}

/** A flight, with the tile where it starts and the chip where it ends. */
interface Way {
  flight: Flight;
  tile: HTMLElement;
  chip: HTMLElement | null;
  timing: KeyframeAnimationOptions;
}

/** Return where flights begin and end. */
function waysOf(stage: HTMLElement, flights: readonly Flight[]): Way[] {
  const slower = pace();
  return flights.slice(0, MOST).flatMap((flight, i) => {
    const tile = stage.querySelector<HTMLElement>(`[data-number="${flight.key}"]`);
    const chip = stage.querySelector<HTMLElement>(
      flight.onto === undefined
        ? `.stage-side.${flight.to} [data-chip="${flight.key}"]`
        : `[data-number="${flight.onto}"]`,
    );
    const timing = { duration: FLIGHT * slower, delay: i * APART * slower, easing: EASE };
    return tile === null ? [] : [{ flight, tile, chip, timing }];
  });
}

/** Create the picture that flies: it looks like its chip, has the size of its tile, and is above everything else. */
function flyerOf({ flight, chip }: Way, { left, top, width, height }: DOMRect, fontSize: string): HTMLElement {
  const { key, to, text } = flight;
  const picture = text === undefined ? chip?.firstElementChild : undefined;
  const flyer = document.createElement("span");
  flyer.className = `stage-flyer centred ${picture ? "picture" : to}`;
  flyer.setAttribute("aria-hidden", "true");
  flyer.append(picture ? picture.cloneNode(true) : (text ?? String(key)));
  Object.assign(flyer.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    fontSize,
  });
  return flyer;
}

/** Start the pictures. Everything is measured first, since each added element would cause a new layout. */
function takeOff(stage: HTMLElement, ways: readonly Way[]): void {
  const measured = ways.map((way) => ({
    ...way,
    from: way.tile.getBoundingClientRect(),
    to: (way.chip ?? stage.querySelector(`.stage-side.${way.flight.to}`) ?? stage).getBoundingClientRect(),
    fontSize: getComputedStyle(way.tile).fontSize,
  }));
  for (const { from, to, fontSize, ...way } of measured) {
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    const size = Math.min(1, to.height / Math.max(1, from.height));
    const landed = way.flight.falls
      ? { transform: `translateY(${from.height}px) rotate(8deg)`, opacity: 0 }
      : { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 1 };
    const flyer = flyerOf(way, from, fontSize);
    // Append the picture to the body, so that no other element clips it.
    document.body.append(flyer);
    run(flyer, [{ transform: "none", opacity: 1 }, landed], way.timing, () => flyer.remove());
  }
}

/** Let tiles fly from the board to their chips in the piles, or onto another tile. */
export function fly(stage: HTMLElement, flights: readonly Flight[]): void {
  land();
  play("take");
  if (flights.some(({ to }) => to !== flights[0]?.to)) {
    play("tax");
  }
  const ways = waysOf(stage, flights);
  const still = pace() === 0;
  // Hide each chip from the first frame until its picture arrives.
  const frames = still
    ? [{ opacity: 0.4 }, { opacity: 1 }]
    : [{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }];
  for (const { chip, timing } of ways) {
    if (chip) {
      run(chip, frames, still ? { duration: FADE, easing: "steps(2)" } : timing);
    }
  }
  if (!still) {
    afterPaint(() => takeOff(stage, ways));
  }
}

/** Animate the pieces that the last move took. Any other change of the position ends all flights. */
export function useFlights(
  stage: RefObject<HTMLElement | null>,
  start: string,
  moves: readonly string[],
  flights: () => readonly Flight[],
): void {
  const before = useRef({ start, moves });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { start, moves };
    const made =
      last.start === start && moves.length > last.moves.length && last.moves.every((move, i) => move === moves[i]);
    if (made && stage.current) {
      fly(stage.current, flights());
    } else {
      land();
    }
  }, [start, moves.join()]);
  useLayoutEffect(() => land, []);
}
