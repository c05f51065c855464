/** How numbers are laid out in the room that there is for them. */

/** The gap between two tiles, as a part of the pitch. */
const GAP = 0.12;
/** How much wider than high a tile may be. */
const WIDE = 1.3;
/** The height of a tile's digits, as a part of its own. */
const DIGITS = 0.42;
/** A board of so many pixels a tile can be read and pressed; below that the page scrolls instead. */
const LEAST = 30;
/** Pixels that a word such as "kein Teiler" needs, with a margin on both sides. */
const WORD = 65;
/** Rows that people count in: multiples stand below each other. */
const FAMILIAR = [5, 10, 20];

export interface Shape {
  columns: number;
  rows: number;
  /** Whether the room is too small for the tiles: the board is then as high as it needs. */
  grows: boolean;
}

/** Room for a number's digits and a margin, in widths of its height. */
export function roomFor(digits: number): number {
  return 0.66 * digits + 0.6;
}

/** Return the height and width of a tile in so many columns and rows. */
function tileOf(columns: number, rows: number, width: number, height: number): { high: number; wide: number } {
  const pitch = Math.min(width / columns, height / rows);
  const high = (1 - GAP) * pitch;
  return { high, wide: Math.min(width / columns - GAP * pitch, WIDE * high) };
}

/** Return the height that the digits of a tile can have, with `columns` in a row. */
function sizeWith(columns: number, count: number, digits: number, width: number, height: number): number {
  const { high, wide } = tileOf(columns, Math.ceil(count / columns), width, height);
  return Math.min(DIGITS * high, wide / roomFor(digits));
}

/** Return whether a tile has room for a word below its number. */
export function fitsWord({ columns, rows }: Shape, width: number, height: number): boolean {
  return tileOf(columns, rows, width, height).wide >= WORD;
}

/** Columns and rows with which `count` tiles of so many digits are largest, in a room of so many pixels. */
export function shapeOf(count: number, digits: number, width: number, height: number): Shape {
  let [best, largest] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    // Of nearly equal shapes, one that people know, or that leaves no place free.
    const liked = FAMILIAR.includes(columns) ? 1.1 : count % columns === 0 ? 1.04 : 1;
    const size = liked * sizeWith(columns, count, digits, width, height);
    // No row is empty.
    if (size > largest && (rows - 1) * columns < count) {
      [best, largest] = [columns, size];
    }
  }
  const pitch = Math.min(width / best, height / Math.ceil(count / best));
  if (pitch >= LEAST) {
    return { columns: best, rows: Math.ceil(count / best), grows: false };
  }
  const columns = Math.max(1, Math.min(count, Math.floor(width / (LEAST * Math.max(1, DIGITS * roomFor(digits))))));
  return { columns, rows: Math.ceil(count / columns), grows: true };
}
