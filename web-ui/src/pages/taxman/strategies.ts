/** The strategies of the library; src/perfectplay/taxman/strategies has their sources. */
import { Chance } from "../../answers/chance";
import type { Board } from "./rules";

/** A rule that chooses a move from `legal`, a non-empty list whose largest number comes first. */
type Choose = (board: Board, legal: readonly number[], chance: Chance) => number;

const top = ({ pot }: Board): number => pot.at(-1) ?? 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Return the first number with the largest worth. */
function most(among: readonly number[], worth: (number: number) => number): number {
  const worths = among.map(worth);
  return among[worths.indexOf(Math.max(...worths))] ?? 0;
}

const largestGain = (board: Board, among: readonly number[]): number =>
  most(among, (number) => number - sum(board.tax(number)));

const fewest = (board: Board, among: readonly number[]): number => most(among, (number) => -board.tax(number).length);

/** Return the moves with a property, or all moves if none has it. */
function some(legal: readonly number[], wanted: (number: number) => boolean): readonly number[] {
  const those = legal.filter(wanted);
  return those.length > 0 ? those : legal;
}

const upper = (board: Board, legal: readonly number[]): readonly number[] =>
  some(legal, (number) => 2 * number > top(board));

/** Return the largest prime on the first move; undefined on later moves. */
const prime = (board: Board, legal: readonly number[]): number | undefined =>
  board.moves.length === 0 ? legal.find((number) => board.tax(number).join() === "1") : undefined;

const single =
  (board: Board) =>
  (number: number): boolean =>
    board.tax(number).length === 1;

/** Return a rule that takes the largest prime, then odd numbers down to N / `parts`, then even ones from N / 2 up. */
const oddsThenEvens =
  (parts: number): Choose =>
  (board, legal) => {
    const high = upper(board, legal);
    return (
      prime(board, legal) ??
      legal.find((number) => number % 2 === 1 && parts * number > top(board)) ??
      [...high].reverse().find((number) => number % 2 === 0) ??
      high[0] ??
      0
    );
  };

const smallestWithOneDivisor: Choose = (board, legal) => {
  const high = upper(board, legal);
  return prime(board, legal) ?? [...high].reverse().find(single(board)) ?? largestGain(board, high);
};

/**
 * Return the largest multiple of the pick that would be lost if the pick were taken; the pick if there is none. Such a
 * multiple divides no other number left, and its only divisors left are the pick and the pick's tax.
 */
function orItsMultiple(board: Board, pick: number): number {
  const left = board.pot.filter((number) => board.isLeft(number));
  const divides = (number: number): boolean => left.some((other) => other > number && other % number === 0);
  const rescued = (number: number): boolean =>
    number > pick && number % pick === 0 && board.tax(number).length === 2 && !divides(number);
  return single(board)(pick) ? (left.reverse().find(rescued) ?? pick) : pick;
}

const vanNek: Choose = (board, legal, chance) => {
  const half = Math.floor(top(board) / 2);
  const high = legal.filter((number) => number > half);
  const low = legal.find((number) => number <= half && single(board)(number));
  const drawn = [...high.filter((number) => board.tax(number).length === 2), ...(low === undefined ? [] : [low])];
  return (
    high.find(single(board)) ??
    (drawn.length > 0 ? drawn[chance.below(drawn.length)] : undefined) ??
    fewest(board, legal)
  );
};

const randomBounds: Choose = (board, legal, chance) => {
  const half = Math.floor(top(board) / 2);
  const bound = chance.below(half + 1);
  const drawn = [
    fewest(
      board,
      some(legal, (number) => number > bound),
    ),
  ];
  if (half > 1) {
    const second = half + 1 + chance.below(half - 1);
    drawn.push(...legal.filter((number) => number > second && single(board)(number)).slice(0, 1));
  }
  return drawn[chance.below(drawn.length)] ?? 0;
};

/** Both versions of Trono's third strategy change their rule if at most this many numbers, or legal moves, remain. */
const ENDGAME = 5;

const RULES: Readonly<Record<string, Choose>> = {
  "trono-1": (_, [largest = 0]) => largest,
  "trono-2": largestGain,
  "trono-3-worded": (board, legal) =>
    (board.pot.filter((number) => board.isLeft(number)).length <= ENDGAME ? largestGain : fewest)(board, legal),
  "trono-3": (board, legal) => (legal.length <= ENDGAME ? largestGain : fewest)(board, legal),
  "trono-4": fewest,
  "trono-5": (board, legal) => most(legal, (number) => board.preview(number).net),
  "trono-6-worded": (board, legal) => some(legal, (number) => 2 * sum(board.tax(number)) <= number)[0] ?? 0,
  "trono-6-printed": smallestWithOneDivisor,
  "trono-7-worded": oddsThenEvens(2),
  "trono-8": oddsThenEvens(4),
  "trono-9-worded": (board, legal) =>
    fewest(
      board,
      some(legal, (number) => 2 * number > top(board) - 2),
    ),
  "trono-9-printed": (board, legal) => fewest(board, upper(board, legal)),
  "moniot-one-tax": (board, legal) => orItsMultiple(board, fewest(board, legal)),
  "moniot-greedy-one-tax": (board, legal) => {
    const singles = legal.filter(single(board));
    return orItsMultiple(board, singles.length > 0 ? largestGain(board, singles) : fewest(board, legal));
  },
  "moniot-pure-one-tax": fewest,
  "moniot-max-turn": largestGain,
  "moniot-odds-evens": oddsThenEvens(2),
  "shark-max-next-step": largestGain,
  "shark-van-nek": vanNek,
  "shark-schu": randomBounds,
  random: (_, legal, chance) => legal[chance.below(legal.length)] ?? 0,
};

/** Let a strategy play a board to the end; return false if the strategy is unknown here. */
export function playOn(board: Board, strategy: string, seed: number): boolean {
  const choose = Object.hasOwn(RULES, strategy) ? RULES[strategy] : undefined;
  if (choose === undefined) {
    return false;
  }
  const chance = new Chance(`${seed} ${board.n ?? `pot.${board.pot.join(".")}`}`);
  for (let legal = board.legal(); legal.length > 0; legal = board.legal()) {
    board.play(choose(board, legal.reverse(), chance));
  }
  return true;
}
