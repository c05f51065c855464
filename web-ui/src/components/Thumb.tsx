import type { JSX } from "preact";
import { resultsOf } from "../lib/outcomes";
import { shapeOf } from "./tiles/shape";
import "./tiles/tiles.css";
import "./thumb.css";

/** The size in pixels for which a board is laid out, chosen so that every board fits into the card. */
const WIDTH = 1600;
const HEIGHT = 900;
/** Maximum number of pieces whose digits are readable in a narrow picture, too. */
const FEW = 30;

/** Return the numbers of a start position: 1 to N, a row, or a deal; for a deal, also return its target. */
function piecesOf(id: string): { numbers: readonly string[]; target: string | undefined } {
  const [first = "", target] = (id.slice(id.indexOf(":") + 1).split(/[~/]/)[0] ?? "").split(":");
  const numbers = first.split(".");
  return {
    numbers: numbers.length > 1 ? numbers : Array.from({ length: Number(first) || 0 }, (_, at) => String(at + 1)),
    target,
  };
}

/** Return whether the picture of a start position makes its name unnecessary. */
export function showsAll(id: string): boolean {
  return id.includes(".");
}

/** A small picture of a position, drawn with the pieces of its game. Screen readers read the name beside it. */
export function Thumb({ id }: { id: string }): JSX.Element {
  const { numbers, target } = piecesOf(id);
  const digits = numbers.at(-1)?.length ?? 1;
  const own = resultsOf(id.split(":")[0] ?? "").pieces?.(numbers.map(Number));
  const piece = (text: string): JSX.Element => {
    if (own) {
      return own(text);
    }
    return target === undefined ? (
      <span class="tiles-tile legal">
        <span class="tiles-face">
          <b>{text}</b>
        </span>
      </span>
    ) : (
      <span class="number-card">{text}</span>
    );
  };
  const row = showsAll(id);
  const columns = row ? Math.min(numbers.length, 6) : shapeOf(numbers.length, digits, WIDTH, HEIGHT).columns;
  return (
    <div class="thumb centred" aria-hidden="true">
      <div
        class={numbers.length > FEW ? "thumb-many" : ""}
        style={{ "--columns": columns, "--rows": Math.ceil(numbers.length / columns) }}
      >
        {numbers.map(piece)}
      </div>
      {target !== undefined && <b class="thumb-target">{target}</b>}
    </div>
  );
}
