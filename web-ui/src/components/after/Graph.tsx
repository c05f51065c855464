import type { JSX, TargetedPointerEvent } from "preact";
import type { Review, ReviewMove } from "../../generated/api";
import { roughly } from "../../lib/exact";
import { num } from "../../lib/i18n";

const WIDTH = 600;
const HEIGHT = 120;
/** Margin on all sides, with room for dots at the edge. */
const EDGE = 10;

/** A curve of the best result possible after each move. Pressing or dragging leads to the nearest move. */
export function Graph(props: {
  review: Review;
  /** Moves that are proven to be worse than the best move. */
  slips: readonly ReviewMove[];
  /** The number of moves made in the position on the board. */
  at: number;
  /** Set if higher values are good for the second player. */
  flip: boolean;
  onGo: (k: number) => void;
}): JSX.Element {
  const { at, flip, slips } = props;
  const { points } = props.review;
  const last = Math.max(1, points.length - 1);
  const ends = points.map(({ lower, upper }) =>
    flip ? [-roughly(upper), -roughly(lower)] : [lower, upper].map(roughly),
  );
  const low = Math.min(...ends.flat());
  const high = Math.max(...ends.flat());
  const x = (k: number): number => EDGE + ((WIDTH - 2 * EDGE) * k) / last;
  const y = (value = 0): number =>
    high === low ? HEIGHT / 2 : EDGE + ((HEIGHT - 2 * EDGE) * (high - value)) / (high - low);
  const path = (which: 0 | 1): string[] => ends.map((pair, k) => `${x(k)} ${y(pair[which])}`);
  const press = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (event.buttons % 2 === 1) {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const across = ((event.clientX - left) / width) * WIDTH;
      const k = Math.round(((across - EDGE) / (WIDTH - 2 * EDGE)) * last);
      const target = Math.max(0, Math.min(last, k));
      if (target !== at) {
        props.onGo(target);
      }
    }
  };
  return (
    // Hide the curve from screen readers: they and the keyboard use the slider below.
    <div class="curve-graph" aria-hidden="true" onPointerDown={press} onPointerMove={press}>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <path class="curve-area" d={`M${path(0).join("L")}V${HEIGHT}H${EDGE}Z`} />
        <path class="curve-line" d={`M${[...path(0), ...path(1).reverse()].join("L")}`} />
        {slips.map(({ number }) => (
          <path key={number} class="curve-slip" d={`M${x(number - 1)} ${y(ends[number - 1]?.[0])}h.01`} />
        ))}
        <path class="curve-at" d={`M${x(at)} 0V${HEIGHT}`} />
      </svg>
      <span class="curve-high">{num(Math.round(high))}</span>
      {high !== low && <span class="curve-low">{num(Math.round(low))}</span>}
    </div>
  );
}
