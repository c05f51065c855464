/** Hints that describe a best move before they name it, as in the library. */
import { type Best, type Clue, numberArea } from "../../answers/play";
import type { TaxmanDescribed } from "../../generated/api";
import { type Board, boardOf } from "./rules";

/** Return the numbers that can be taken and have one divisor left. */
const single = (board: Board): number[] => board.legal().filter((number) => board.tax(number).length === 1);

/** Return whether a number of a pot 1 to N is a prime. In other pots, a number without divisors need not be one. */
function isPrime({ n }: Board, number: number): boolean {
  let divisor = 2;
  while (divisor ** 2 <= number && number % divisor > 0) {
    divisor += 1;
  }
  return n !== null && number > 1 && divisor ** 2 > number;
}

function ofPrimes(board: Board, move: number): Clue | null {
  const free = (number: number): boolean => isPrime(board, number) && board.tax(number)[0] === 1;
  const root = Math.sqrt(move);
  if (free(move) && !board.legal().some((other) => other > move && free(other))) {
    return { code: "largest-prime" };
  }
  return board.tax(move).join() === String(root) && isPrime(board, root) ? { code: "prime-square" } : null;
}

function ofOneDivisor(board: Board, move: number): Clue | null {
  const numbers = single(board);
  if (!numbers.includes(move)) {
    return null;
  }
  const code =
    numbers.length === 1 ? "the-one-divisor" : move === numbers.at(-1) ? "largest-one-divisor" : "one-divisor";
  return { code, numbers: [numbers.length] };
}

function ofMore(board: Board, id: string, move: number): Clue {
  const before = single(board);
  const after = boardOf(id + (board.moves.length > 0 ? "." : "/") + move);
  const opened = after ? single(after).filter((number) => !before.includes(number)).length : 0;
  const strands = (number: number): boolean => board.preview(number).lost.length > 0;
  if (opened > 0) {
    return { code: "opens", numbers: [opened] };
  }
  return !strands(move) && board.legal().some(strands)
    ? { code: "strands-nothing" }
    : { code: "divisors", numbers: [board.tax(move).length] };
}

/** Return the first step of a hint, which describes the best move by its most telling property. */
export function idea({ id, legal }: TaxmanDescribed, { moves }: Best): Clue {
  const board = boardOf(id);
  const move = Number(moves[0]);
  if (board === null || legal.length === 1) {
    return { code: "only-move", numbers: [1] };
  }
  return ofPrimes(board, move) ?? ofOneDivisor(board, move) ?? ofMore(board, id, move);
}

export function area(position: TaxmanDescribed, { moves }: Best): Clue {
  return numberArea(position, Number(moves[0]), position.pot.at(-1) ?? 0);
}

export function move(_: TaxmanDescribed, { moves, value }: Best): Clue {
  return { code: "best", numbers: [Number(moves[0]), value] };
}
