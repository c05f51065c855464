/** The triangle that is filled in by hand: rows as people type them, and where the arrow keys lead. */

/** A cell: the first of its coins, counted from 0, and how many coins it has. */
export interface Cell {
  first: number;
  length: number;
}

const LEAST = 2;
const MOST = 8;
const LARGEST = 99;

/** Reads a row of whole numbers with anything else but digits between; null if it is none. */
export function readRow(text: string): readonly number[] | null {
  const words = text.split(/[\s.,;]+/).filter(Boolean);
  const sound = words.every((word) => /^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= LARGEST);
  return sound && words.length >= LEAST && words.length <= MOST ? words.map(Number) : null;
}

/** Whether the player who began moves when `length` of `count` coins are left. */
export function beginnerMoves(length: number, count: number): boolean {
  return (count - length) % 2 === 0;
}

/** Cells in the order in which they can be worked out. */
export function cellsOf(count: number): readonly Cell[] {
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((length) =>
    Array.from({ length: count - length + 1 }, (_, first) => ({ first, length })),
  );
}

/** The two cells that a cell comes from: without its left coin, and without its right one; none for a single coin. */
export function sourcesOf({ first, length }: Cell): readonly Cell[] {
  return length === 1
    ? []
    : [
        { first: first + 1, length: length - 1 },
        { first, length: length - 1 },
      ];
}

/** Where an arrow key leads; null where it leads out of the triangle. */
export function neighbour({ first, length }: Cell, key: string, count: number): Cell | null {
  const target: Readonly<Record<string, Cell>> = {
    ArrowLeft: { first: first - 1, length },
    ArrowRight: { first: first + 1, length },
    ArrowUp: { first: Math.min(first, count - length - 1), length: length + 1 },
    ArrowDown: { first, length: length - 1 },
  };
  const cell = target[key];
  return cell && cell.length >= 1 && cell.first >= 0 && cell.first + cell.length <= count ? cell : null;
}

/** The cell to go on with after one is right: the next of its row, or the first of the row above. */
export function nextCell(cell: Cell, count: number): Cell | null {
  const cells = cellsOf(count);
  const at = cells.findIndex(({ first, length }) => first === cell.first && length === cell.length);
  return cells[at + 1] ?? null;
}
