/** Lays out numbers in the available room. */

/** The gap between two tiles, as a part of the pitch. */
const GAP = 0.12;
/** Maximum ratio of a tile's width to its height. */
const WIDE = 1.3;
/** The height of the digits, as a part of the tile's height. */
const DIGITS = 0.42;
/** Minimum size in pixels of a tile that can be read and pressed; below that, the page scrolls. */
const LEAST = 30;
/** Pixels for a word such as "kein Teiler", with a margin on both sides. */
const WORD = 65;
/** Rows for counting, in which multiples are below each other. */
const FAMILIAR = [5, 10, 20];

export interface Shape {
  columns: number;
  rows: number;
  /** Set if the room is too small for the tiles: the board then takes the height it needs. */
  grows: boolean;
}

/** Return the width for a number's digits and a margin, as a multiple of their height. */
export function roomFor(digits: number): number {
  return 0.66 * digits + 0.6;
}

/** Return the height and width of a tile for these columns and rows. */
function tileOf(columns: number, rows: number, width: number, height: number): { high: number; wide: number } {
  const pitch = Math.min(width / columns, height / rows);
  const high = (1 - GAP) * pitch;
  return { high, wide: Math.min(width / columns - GAP * pitch, WIDE * high) };
}

/** Return the height of a tile's digits with `columns` in a row. */
function sizeWith(columns: number, count: number, digits: number, width: number, height: number): number {
  const { high, wide } = tileOf(columns, Math.ceil(count / columns), width, height);
  return Math.min(DIGITS * high, wide / roomFor(digits));
}

/** Return whether a tile has room for a word below its number. */
export function fitsWord({ columns, rows }: Shape, width: number, height: number): boolean {
  return tileOf(columns, rows, width, height).wide >= WORD;
}

/** Return the columns and rows that make `count` tiles largest in a room of this size in pixels. */
export function shapeOf(count: number, digits: number, width: number, height: number): Shape {
  let [best, largest] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    // Among nearly equal shapes, prefer a familiar one, or one that fills its last row.
    const liked = FAMILIAR.includes(columns) ? 1.1 : count % columns === 0 ? 1.04 : 1;
    const size = liked * sizeWith(columns, count, digits, width, height);
    // Skip shapes with an empty row.
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
