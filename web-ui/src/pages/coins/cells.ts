/** Functions for the triangle that readers fill in. They parse typed rows and find the neighbours of a cell. */

/** A cell, given by the index of its first coin and its number of coins. */
export interface Cell {
  first: number;
  length: number;
}

const LEAST = 2;
const MOST = 8;
const LARGEST = 99;

/** Parse a row of whole numbers separated by spaces, dots, commas or semicolons; null if the text is invalid. */
export function readRow(text: string): readonly number[] | null {
  const words = text.split(/[\s.,;]+/).filter(Boolean);
  const sound = words.every((word) => /^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= LARGEST);
  return sound && words.length >= LEAST && words.length <= MOST ? words.map(Number) : null;
}

/** Return whether the first player moves when `length` of `count` coins are left. */
export function beginnerMoves(length: number, count: number): boolean {
  return (count - length) % 2 === 0;
}

/** Return the cells, ordered so that each cell comes after the cells that it is computed from. */
export function cellsOf(count: number): readonly Cell[] {
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((length) =>
    Array.from({ length: count - length + 1 }, (_, first) => ({ first, length })),
  );
}

/** Return the two cells that a cell is computed from: one lacks its left coin, the other its right coin. */
export function sourcesOf({ first, length }: Cell): readonly Cell[] {
  return length === 1
    ? []
    : [
        { first: first + 1, length: length - 1 },
        { first, length: length - 1 },
      ];
}

/** Return the cell that an arrow key leads to; null if that cell is outside the triangle. */
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

/** Return the cell to fill in after this one: the next cell in its row, or the first cell of the row above. */
export function nextCell(cell: Cell, count: number): Cell | null {
  const cells = cellsOf(count);
  const at = cells.findIndex(({ first, length }) => first === cell.first && length === cell.length);
  return cells[at + 1] ?? null;
}
