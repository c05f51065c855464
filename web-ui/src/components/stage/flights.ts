/** Numbers fly to the piles.  The piles hold them already: what moves is a picture, and any new move ends it at once. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pace } from "../../lib/motion";
import { play } from "../../lib/sound";

/** Something that leaves the board. */
export interface Flight {
  /** `data-number` of its tile. */
  key: number | string;
  to: "mine" | "theirs";
  /** `data-number` of the tile that it becomes a part of, where it stays on the board. */
  onto?: number | string;
  /** What it shows, if that is not what it is called. */
  text?: string;
  /** Whether it falls, because nobody can use it any more. */
  falls?: boolean;
}

/** Milliseconds of a flight, and between two that begin. */
const FLIGHT = 320;
const APART = 60;
/** Numbers that fly one by one; the others are there at once, for nobody would follow them. */
const MOST = 24;
const FADE = 150;
const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";

/** What still moves, each with what removes its picture. */
const moving = new Map<Animation, () => void>();

function end(animation: Animation): void {
  const after = moving.get(animation);
  moving.delete(animation);
  after?.();
  // The page's own style counts again.
  animation.cancel();
}

/** Ends what still moves, at once: a browser tells of an animation that is finished only with its next frame. */
export function land(): void {
  for (const animation of [...moving.keys()]) {
    end(animation);
  }
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

/** A flight with the places where it begins and ends. */
interface Way {
  flight: Flight;
  chip: HTMLElement | null;
  from: DOMRect;
  to: DOMRect;
  fontSize: string;
  /** Milliseconds after the first one. */
  delay: number;
}

/** Where flights lead.  All is measured before anything is added: each addition would have the page laid out anew. */
function waysOf(stage: HTMLElement, flights: readonly Flight[]): Way[] {
  return flights.slice(0, MOST).flatMap((flight, i) => {
    const tile = stage.querySelector<HTMLElement>(`[data-number="${flight.key}"]`);
    const chip = stage.querySelector<HTMLElement>(
      flight.onto === undefined
        ? `.stage-side.${flight.to} [data-chip="${flight.key}"]`
        : `[data-number="${flight.onto}"]`,
    );
    const target = chip ?? stage.querySelector(`.stage-side.${flight.to}`) ?? stage;
    return tile === null
      ? []
      : [
          {
            flight,
            chip,
            from: tile.getBoundingClientRect(),
            to: target.getBoundingClientRect(),
            fontSize: getComputedStyle(tile).fontSize,
            delay: i * APART,
          },
        ];
  });
}

/** A picture of a tile that is above everything: what its chip shows, in its size. */
function flyerOf({ flight, chip, from, fontSize }: Way): HTMLElement {
  const { key, to, text } = flight;
  const { left, top, width, height } = from;
  const picture = text === undefined ? chip?.firstElementChild : undefined;
  const flyer = document.createElement("span");
  flyer.className = `stage-flyer ${picture ? "picture" : to}`;
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

/** Lets tiles fly from the board to the chips that the piles hold for them, or onto another tile. */
export function fly(stage: HTMLElement, flights: readonly Flight[]): void {
  land();
  play("take");
  if (flights.some(({ to }) => to !== flights[0]?.to)) {
    play("tax");
  }
  const slower = pace();
  for (const way of waysOf(stage, flights)) {
    const { flight, chip, from, to } = way;
    if (slower === 0) {
      if (chip) {
        run(chip, [{ opacity: 0.4 }, { opacity: 1 }], { duration: FADE, easing: "steps(2)" });
      }
      continue;
    }
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    const size = Math.min(1, to.height / Math.max(1, from.height));
    const timing = { duration: FLIGHT * slower, delay: way.delay * slower, easing: EASE };
    const landed = flight.falls
      ? { transform: `translateY(${from.height}px) rotate(8deg)`, opacity: 0 }
      : { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 1 };
    const flyer = flyerOf(way);
    // A window in front of all, so that no edge cuts it off.
    document.body.append(flyer);
    run(flyer, [{ transform: "none", opacity: 1 }, landed], timing, () => flyer.remove());
    if (chip) {
      run(chip, [{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], timing);
    }
  }
}

/** Flies what the last move took, when a move has been made; whatever else happens to a position ends all flights. */
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
