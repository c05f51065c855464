/** Answers questions about Taxman, using the kernels. */
import type { Answers } from "../../answers/declaration";
import { answersOf, type Best, only, type Play, proven } from "../../answers/play";
import type {
  TaxmanComparison,
  TaxmanDescribed,
  TaxmanPreview,
  TaxmanReplay,
  TaxmanSide,
  TaxmanSolved,
  TaxmanTurn,
} from "../../generated/api";
import type { Kernels } from "../../lib/kernels";
import { exact, ratio } from "../../lib/rational";
import { RULES, read } from "./describe";
import { area, idea, move } from "./hints";
import { boardOf, turnsOf } from "./rules";
import { best } from "./solve";
import { playOn } from "./strategies";

/** Maximum size of a pot that is solved in the browser. */
const MOST = 300;
/** The name that requests use for best play instead of the name of a strategy. */
const BEST = "best";

/** Return the position with an id, if its pot is small enough to solve here. */
function small(id: string): TaxmanDescribed | null {
  return (boardOf(id)?.pot.length ?? MOST + 1) <= MOST ? read(id) : null;
}

/** Order the numbers taken from a pot 1 to N as in the library's table, which sorts by the number of prime factors. */
function recorded(taken: readonly number[]): number[] {
  const wanted = new Set(taken);
  const divisors = (number: number): number[] => {
    const primes: number[] = [];
    for (let rest = number, prime = 2; rest > 1; prime += 1) {
      for (; rest % prime === 0; rest /= prime) {
        primes.push(prime);
      }
    }
    return primes;
  };
  const covers = new Map(
    taken.map((number) => [number, [...new Set(divisors(number))].map((prime) => number / prime)]),
  );
  const users = new Map<number, Set<number>>();
  for (const number of [...taken].sort((a, b) => a - b)) {
    for (const cover of covers.get(number) ?? []) {
      if (!wanted.has(cover)) {
        users.set(cover, (users.get(cover) ?? new Set()).add(number));
      }
    }
  }
  // If only one of the numbers taken has a cover, no other needs this cover as tax, so that number can come last.
  const alone = [...users].flatMap(([cover, { size }]) => (size === 1 ? [cover] : []));
  const peeled: number[] = [];
  for (let cover = alone.pop(); cover !== undefined; cover = alone.pop()) {
    const [number, ...others] = users.get(cover) ?? [];
    if (number === undefined || others.length > 0) {
      continue;
    }
    peeled.push(number);
    for (const each of covers.get(number) ?? []) {
      const left = users.get(each);
      left?.delete(number);
      if (left?.size === 1) {
        alone.push(each);
      }
    }
  }
  const level = (number: number): number => divisors(number).length;
  return peeled.reverse().sort((a, b) => level(a) - level(b));
}

/** Find best play. For a whole pot 1 to N, use the order of moves in the library's table. */
function solve({ tiles, n, moves, scores }: TaxmanDescribed, kernels: Kernels): Best | null {
  const left = tiles.filter(({ fate }) => fate === "open").map(({ number }) => number);
  const game = best(kernels, left);
  const whole = n !== null && moves.length === 0;
  return (
    game && {
      value: Number(scores[0]) + game.gain,
      moves: (whole ? recorded(game.moves) : game.moves).map(String),
      ...(whole && { source: "records" as const }),
    }
  );
}

const PLAY: Play<TaxmanDescribed> = {
  ...RULES,
  read: small,
  kind: "score",
  solve,
  idea,
  area,
  move,
  measure: { code: "score", of: (_, value) => value },
};

/** Return the position that is reached from another one by further moves. */
function after({ id, moves }: TaxmanDescribed, more: readonly string[]): TaxmanDescribed | null {
  return read(more.length > 0 ? `${id}${moves.length > 0 ? "." : "/"}${more.join(".")}` : id);
}

/** Answer with a best game from a position. */
function solved(query: URLSearchParams, kernels: Kernels): TaxmanSolved | null {
  const began = performance.now();
  const position = only(query, "position") ? small(query.get("position") ?? "") : null;
  const play = position && solve(position, kernels);
  const end = play && after(position, play.moves);
  if (!position || !play || !end) {
    return null;
  }
  const [score, turns] = [Number(play.value), turnsOf(end)];
  return {
    ...proven(position, "score", score, play.source),
    seconds: Math.round(performance.now() - began) / 1000,
    n: position.n,
    score,
    taxman: position.total - score,
    moves: turns.slice(position.moves.length).map(({ take, tax }) => ({ take, tax })),
    margin: 2 * score - position.total,
    share: exact(ratio(BigInt(score), BigInt(position.total))),
    lowest: turns.length > 0 ? Math.min(...turns.map(({ take }) => take)) : null,
    remainder: end.tiles.flatMap(({ number, fate }) => (fate === "left" ? [number] : [])),
  };
}

/** Return the scores and the moves of a game. */
function played(position: TaxmanDescribed): { score: number; taxman: number; moves: TaxmanTurn[] } {
  return { score: Number(position.scores[0]), taxman: Number(position.scores[1]), moves: turnsOf(position) };
}

/** Answer with the whole game of a strategy, or with a best game. */
function replayed(start: TaxmanDescribed, query: URLSearchParams, kernels: Kernels): TaxmanReplay | null {
  const [strategy, seed] = [query.get("strategy") ?? "", query.get("seed") ?? "0"];
  if (!/^\d{1,9}$/.test(seed) || (start.pot.at(-1) ?? 0) >= 2 ** 31) {
    return null;
  }
  // Let strategies play as if useless numbers left immediately, then make their moves under the actual rules.
  const board = boardOf(start.id.replace("~end", ""));
  const play = strategy === BEST ? solve(start, kernels) : null;
  const known = strategy !== BEST && board && playOn(board, strategy, Number(seed));
  const end = play ? after(start, play.moves) : known ? after(start, board.moves.map(String)) : null;
  const upper = play ? Number(play.value) : start.best;
  return (
    end && {
      n: start.n,
      position: start.id,
      id: end.id,
      strategy,
      seed: Number(seed),
      upper,
      status: Number(end.scores[0]) === upper ? "optimal" : "bounded",
      ...played(end),
    }
  );
}

function replay(query: URLSearchParams, kernels: Kernels): TaxmanReplay | null {
  const start = only(query, "position", "strategy", "seed") ? small(query.get("position") ?? "") : null;
  return start?.moves.length === 0 ? replayed(start, query, kernels) : null;
}

/** Answer with a comparison of a game with a strategy's game. */
function compare(query: URLSearchParams, kernels: Kernels): TaxmanComparison | null {
  const position = only(query, "id", "strategy", "seed") ? small(query.get("id") ?? "") : null;
  const start = position && read(position.start);
  const theirs = start && replayed(start, query, kernels);
  if (!position || !theirs) {
    return null;
  }
  const mine: TaxmanSide = { ...played(position), over: position.over };
  const at = mine.moves.findIndex(({ take }, k) => theirs.moves[k] !== undefined && theirs.moves[k]?.take !== take);
  return { position: position.id, mine, theirs, differ: at < 0 ? null : at + 1 };
}

function preview(query: URLSearchParams): TaxmanPreview | null {
  const [board, take] = [boardOf(query.get("id") ?? ""), query.get("take") ?? ""];
  const legal = only(query, "id", "take") && /^[1-9]\d*$/.test(take) && board?.isLegal(Number(take));
  return board && legal ? board.preview(Number(take)) : null;
}

export const answers: Answers = {
  ...answersOf(PLAY),
  "/taxman/solve": solved,
  "/taxman/preview": preview,
  "/taxman/replay": replay,
  "/taxman/compare": compare,
};
