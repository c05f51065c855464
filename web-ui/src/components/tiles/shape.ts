/** How a board that fills the screen is laid out. */

/** How much wider than high a tile is at best. */
const TILE = 4 / 3;

/** Columns and rows for `count` tiles on a screen `aspect` times as wide as high; no row is empty. */
export function shapeOf(count: number, aspect: number): { columns: number; rows: number } {
  const wish = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * aspect) / TILE))));
  // Of nearly equal shapes, one that leaves no place free.
  const near = [wish, wish - 1, wish + 1].filter((columns) => columns >= 1 && columns <= count);
  const columns = near.find((one) => count % one === 0) ?? wish;
  return { columns, rows: Math.ceil(count / columns) };
}
