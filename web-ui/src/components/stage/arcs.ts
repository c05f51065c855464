/** Draws arcs from a number to its divisors, to show which tiles are meant. */

/** Arcs are faint on boards with more numbers than this, because they would hide the board. */
const FEW = 40;
/** How far an arc bends: a fraction of its length, up to a limit in pixels. */
const BEND = 0.16;
const MOST = 40;

const SVG = "http://www.w3.org/2000/svg";

/** Draw arcs on a board from one tile to others. Returns a function that removes them. */
export function drawArcs(board: HTMLElement, from: number, to: readonly number[]): () => void {
  const svg = board.querySelector<SVGSVGElement>(".tiles-arcs");
  const find = (number: number): HTMLElement | null => board.querySelector(`[data-number="${number}"]`);
  const start = find(from);
  if (svg === null || start === null) {
    return () => undefined;
  }
  const origin = svg.getBoundingClientRect();
  const centre = (tile: HTMLElement): [number, number] => {
    const { left, top, width, height } = tile.getBoundingClientRect();
    return [left + width / 2 - origin.left, top + height / 2 - origin.top];
  };
  const [x0, y0] = centre(start);
  const edge = 0.56 * Math.min(start.offsetWidth, start.offsetHeight);
  for (const number of to) {
    const tile = find(number);
    if (tile === null) {
      continue;
    }
    const [x1, y1] = centre(tile);
    const length = Math.hypot(x1 - x0, y1 - y0);
    // Bend every arc to the same side, regardless of the order of its ends.
    const side = y1 > y0 ? 1 : -1;
    const bend = Math.min(length * BEND, MOST) * side;
    const [x, y] = [(x0 + x1) / 2 - ((y1 - y0) / length) * bend, (y0 + y1) / 2 + ((x1 - x0) / length) * bend];
    // Let the arc touch the edges of both tiles, so that it covers neither number.
    const touch = (cx: number, cy: number): string => {
      const away = edge / Math.hypot(x - cx, y - cy);
      return `${(cx + (x - cx) * away).toFixed(1)} ${(cy + (y - cy) * away).toFixed(1)}`;
    };
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", `M${touch(x0, y0)}Q${x.toFixed(1)} ${y.toFixed(1)} ${touch(x1, y1)}`);
    path.setAttribute("pathLength", "1");
    svg.append(path);
  }
  svg.classList.toggle("faint", board.querySelectorAll("[data-number]").length > FEW);
  return () => svg.replaceChildren();
}
