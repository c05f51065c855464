/** Lays out numbers in the available room. */

/** The gap between two tiles, as a fraction of the distance between their centres. */
const GAP = 0.12;
/** Maximum ratio of a tile's width to its height. */
const WIDE = 1.3;
/** The height of the digits, as a fraction of the tile's height. */
const DIGITS = 0.42;
/** Minimum size of a tile in pixels. If tiles would have to be smaller, the page scrolls instead. */
const LEAST = 30;
/** Minimum width of a tile in pixels that has room for a word such as "kein Teiler". */
const WORD = 65;
/** Numbers of columns that make a table easy to read, since multiples of 5 or 10 are below each other. */
const FAMILIAR = [5, 10, 20];

export interface Shape {
  columns: number;
  rows: number;
  /** Set if the tiles do not fit: the board then takes the height that it needs, and the page scrolls. */
  grows: boolean;
}

/** Return the width of a number's digits with a margin, as a multiple of the digits' height. */
export function roomFor(digits: number): number {
  return 0.66 * digits + 0.6;
}

/** Return the height and width of a tile in an area that is divided into columns and rows. */
function tileOf(columns: number, rows: number, width: number, height: number): { high: number; wide: number } {
  const pitch = Math.min(width / columns, height / rows);
  const high = (1 - GAP) * pitch;
  return { high, wide: Math.min(width / columns - GAP * pitch, WIDE * high) };
}

/** Return the height of the digits if each row has `columns` tiles. */
function sizeWith(columns: number, count: number, digits: number, width: number, height: number): number {
  const { high, wide } = tileOf(columns, Math.ceil(count / columns), width, height);
  return Math.min(DIGITS * high, wide / roomFor(digits));
}

/** Return whether a tile has room for a word below its number. */
export function fitsWord({ columns, rows }: Shape, width: number, height: number): boolean {
  return tileOf(columns, rows, width, height).wide >= WORD;
}

/** Return the columns and rows that make `count` tiles largest in an area whose size is given in pixels. */
export function shapeOf(count: number, digits: number, width: number, height: number): Shape {
  let [best, largest] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    // Among shapes with tiles of nearly the same size, prefer a familiar one, or one that fills its last row.
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
