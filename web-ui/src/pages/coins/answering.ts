/** Answers questions about greedy coins. Boards have so few coins that TypeScript is fast enough without kernels. */
import type { Answers } from "../../answers/declaration";
import { chosen } from "../../answers/opponents";
import { answersOf, type Best, type Clue, only, type Play } from "../../answers/play";
import type { CoinsDescribed, CoinsReply, CoinsTable, Exact } from "../../generated/api";
import { difference, exact, rational, sum, whole } from "../../lib/rational";
import { over, RULES, readCoins, type State, stateOf } from "./rules";
import { blocksOf } from "./worth";

/** Number of neighbouring coins that a hint about a circle names; the best coin is one of them. */
const AMONG = 3;
/** Maximum number of coins in a row whose table is computed, and in the part of that row that the table covers. */
const SOLVED = 2000;
const SHOWN = 200;

/** Return a line of best play, which first opens the circles and then takes the blocks of coins by descending value. */
function lineOf(position: State): string[] {
  let state = position;
  const play = (move: string): void => {
    state = state.play(move) ?? state;
  };
  while (state.parts.some(({ kind }) => kind === "circle")) {
    play(state.best[0]?.move ?? "");
  }
  const [wanted, shunned] = [0, 1].map((list) =>
    state.parts.flatMap((part, row) => {
      const number = state.start.single ? "" : `${row + 1}`;
      const blocks = [...(blocksOf(part)[list] ?? [])];
      const taken: { value: bigint; size: number; move: string }[] = [];
      while (blocks.length > 0) {
        // Take the larger of the blocks at both ends, or the left one if they are equal. A stack has only one open end.
        const left = part.kind !== "row" || (blocks.at(0)?.value ?? 0n) >= (blocks.at(-1)?.value ?? 0n);
        const block = left ? blocks.shift() : blocks.pop();
        const end = left === (part.kind !== "left") ? "L" : "R";
        taken.push(...(block ? [{ ...block, move: number + end }] : []));
      }
      return taken;
    }),
  );
  wanted?.sort((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : 0));
  for (const { move, size } of [...(wanted ?? []), ...(shunned ?? [])]) {
    for (let coin = 0; coin < size; coin += 1) {
      play(move);
    }
  }
  return state.moves.slice(position.moves.length);
}

const rowOf = (move: string): number => Number.parseInt(move, 10) || 1;

/** Return the state of a position; throw an error if the browser cannot play it. */
function known({ id }: CoinsDescribed): State {
  const state = stateOf(id);
  if (state === null) {
    throw new RangeError(`${id} is not played here`);
  }
  return state;
}

/** Return the first step of a hint, which describes the best move without naming it. */
function idea(position: CoinsDescribed, { moves }: Best): Clue {
  const state = known(position);
  const { options, start } = state;
  const worst = options.reduce((least, { margin }) => (margin < least ? margin : least), state.margin);
  const [best, other] = [options.find(({ move }) => move === moves[0]), options.find(({ move }) => move !== moves[0])];
  if (options.length === 1) {
    return { code: "only-move", numbers: [1] };
  }
  if (worst === state.margin || !best || !other) {
    return { code: "any-move" };
  }
  const { parity } = position;
  if (parity && parity.odd !== parity.even && parity.move === best.move) {
    return { code: "colours", numbers: [parity.odd, parity.even] };
  }
  const live = state.parts.filter(({ coins }) => coins.length > 0);
  if (live.length === 1 && live[0]?.kind === "row") {
    const row = best.move.endsWith("R") ? live[0].coins : [...live[0].coins].reverse();
    const [end = 0n, covered = 0n] = row;
    if (row.length > 2 && covered > end && covered > best.coin) {
      return { code: "covers", numbers: [over(covered, start.unit)] };
    }
    if (best.coin > other.coin) {
      return { code: "larger" };
    }
  }
  return { code: "costs", numbers: [over(state.margin - worst, start.unit)] };
}

/** Return a clue that narrows the choice to a row or to some coins of a circle, or gives the worths of both ends. */
function area(position: CoinsDescribed, { moves: [move = ""] }: Best): Clue {
  const { legal } = position;
  if (new Set(legal.map(rowOf)).size > 1) {
    const number = rowOf(move);
    return { code: "row", numbers: [number], moves: legal.filter((each) => rowOf(each) === number) };
  }
  if (legal.length > 2) {
    // Vary the place of the best coin among the coins that the hint names, so that it is not always in the middle.
    const at = legal.indexOf(move);
    const first = at - 1 - (at % 2) + legal.length;
    return { code: "among", moves: Array.from({ length: AMONG }, (_, k) => legal[(first + k) % legal.length] ?? "") };
  }
  const { options, start } = known(position);
  const margins = options.map(({ margin }) => margin).sort((a, b) => (a > b ? -1 : 1));
  const numbers = margins.map((margin) => over(margin, start.unit));
  return { code: margins.length === 1 ? "worth-one" : "worth", numbers, moves: legal };
}

const PLAY: Play<CoinsDescribed> = {
  ...RULES,
  kind: "score",
  solve: (position) => ({ value: position.final[0], moves: lineOf(known(position)) }),
  idea,
  area,
  move: (position, { moves: [move] }) => {
    const best = position.advice.find((each) => each.move === move);
    return { code: "best", numbers: best ? [best.coin, best.margin] : [] };
  },
  measure: {
    code: "margin",
    of: ({ start_coins }, value): Exact => {
      const total = start_coins.flat().reduce((all, coin) => sum(all, rational(coin)), whole(0));
      return exact(difference(sum(rational(value), rational(value)), total));
    },
  },
};

/** Return the table with the worth of every part of a row. */
function table(query: URLSearchParams): CoinsTable | null {
  const words = (query.get("coins") ?? "").split(/[\s,;.]+/).filter(Boolean);
  const short = words.every((word) => word.length <= SHOWN);
  const read = short ? readCoins(words.map((word) => word.replace("/", "_"))) : null;
  const of = query.get("of") ?? "A";
  const [first, to] = [query.get("from") ?? "1", query.get("to") ?? `${words.length}`].map(Number) as [number, number];
  const length = to - first + 1;
  const legal = first >= 1 && length >= 1 && length <= SHOWN && to <= words.length && words.length <= SOLVED;
  if (!only(query, "coins", "of", "from", "to") || !read || !legal || (of !== "A" && of !== "M" && of !== "S")) {
    return null;
  }
  const coins = read.coins.slice(first - 1, to);
  let margins = coins;
  let totals = coins;
  const rows: Exact[][] = coins.map(() => []);
  for (let size = 1; size <= length; size += 1) {
    const cells = coins.slice(0, length - size + 1).map((left, at) => {
      const right = coins[at + size - 1] ?? 0n;
      const byLeft = left - (size > 1 ? (margins[at + 1] ?? 0n) : 0n);
      const byRight = right - (size > 1 ? (margins[at] ?? 0n) : 0n);
      return {
        margin: byLeft > byRight ? byLeft : byRight,
        best: byLeft === byRight ? "LR" : byLeft > byRight ? "L" : "R",
      };
    });
    totals = size > 1 ? cells.map((_, at) => (totals[at] ?? 0n) + (coins[at + size - 1] ?? 0n)) : totals;
    margins = cells.map(({ margin }) => margin);
    for (const [at, { margin, best }] of cells.entries()) {
      const total = totals[at] ?? 0n;
      const mine = (words.length - size) % 2 === 0 ? total + margin : total - margin;
      rows[at]?.push(of === "M" ? best : of === "S" ? over(margin, read.unit) : over(mine, 2n * read.unit));
    }
  }
  return { coins: read.coins.map((coin) => over(coin, read.unit)), of, from: first, to, table: rows };
}

/** Return an opponent's move. */
function reply(query: URLSearchParams): CoinsReply | null {
  const state = only(query, "id", "opponent", "seed") ? stateOf(query.get("id") ?? "") : null;
  const opponent = query.get("opponent") ?? "perfect";
  const choices = state?.options.map(({ move, coin, margin }) => ({ move, gain: coin, margin })) ?? [];
  const move = state && chosen(opponent, query.get("seed") ?? "0", state.id, choices);
  const [option, after] = [state?.options.find((each) => each.move === move), move && state?.play(move)];
  return state && move && option && after
    ? { opponent, move, coin: over(option.coin, state.start.unit), position: after.id }
    : null;
}

export const answers: Answers = { ...answersOf(PLAY), "/coins/table": table, "/coins/reply": reply };
