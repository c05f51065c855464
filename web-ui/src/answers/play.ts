/**
 * Answers /position, /move, /hint, /hint/steps and /review in the same way for every game whose best play is known.
 */
import type { Described, Exact, HintStep, Hints, Review, ReviewMove, Solution } from "../generated/api";
import type { Kernels } from "../lib/kernels";
import { difference, exact, rational, size, sum, whole } from "../lib/rational";
import type { Rules } from "../lib/rules";
import type { Answers } from "./declaration";

/** Best play from a position to the end of the game. */
export interface Best {
  value: Exact;
  /** Moves to the end of the game, as the library would choose them. */
  moves: readonly string[];
  /** Set if the library takes the answer from its table. */
  source?: "records";
}

/** One step of a hint. The pages turn its code into a sentence. */
export interface Clue {
  code: string;
  numbers?: readonly Exact[];
  moves?: readonly string[];
}

/** The rules of a game, and its best play. */
export interface Play<P extends Described> extends Rules<P> {
  kind: Solution["kind"];
  /** Return best play from a position; null if it is too hard to find in a browser. */
  solve(position: P, kernels: Kernels): Best | null;
  idea(position: P, best: Best): Clue;
  area(position: P, best: Best): Clue;
  move(position: P, best: Best): Clue;
  measure: { code: string; of(start: P, value: Exact): Exact };
}

const STEPS = ["idea", "area", "move"] as const;

/** A hint divides the numbers up to the largest into this many equal parts. */
const AREAS = 5;

/** Return a clue that says in which fifth of the numbers a move lies. */
export function numberArea({ legal }: Described, move: number, top: number): Clue {
  const width = Math.max(2, Math.ceil(top / AREAS));
  const high = top - Math.floor((top - move) / width) * width;
  const low = Math.max(1, high - width + 1);
  const moves = legal.filter((number) => low <= Number(number) && Number(number) <= high);
  return { code: "between", numbers: [low, high], moves };
}

/** Return whether a query has only the named parameters, each at most once. */
export function only(query: URLSearchParams, ...names: string[]): boolean {
  return [...query.keys()].every((name) => names.includes(name) && query.getAll(name).length === 1);
}

/** Return all positions of a game, from its start to the given one; null if the pages cannot play it. */
function lineOf<P extends Described>({ read, play }: Rules<P>, { start, moves }: P): P[] | null {
  const line: P[] = [];
  let position = read(start);
  for (const move of moves) {
    line.push(...(position ? [position] : []));
    position = position && play(position, move);
  }
  return position && [...line, position];
}

/**
 * Return the best possible result after each move of a one-player game. Results never rise during a game, so if the
 * results after two moves are equal, all results between them are equal too.
 */
function narrowed(count: number, solve: (made: number) => Best | null): (Best | null)[] {
  const found: (Best | null)[] = Array.from({ length: count }, () => null);
  found[0] = solve(0);
  found[count - 1] = solve(count - 1);
  const spans: [number, number][] = [[0, count - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, end] = span;
    const [before, after] = [found[first], found[end]];
    const middle = (first + end) >> 1;
    if (!before || !after) {
      return [null];
    }
    if (before.value === after.value) {
      found.fill(before, first, end);
    } else if (middle > first) {
      found[middle] = solve(middle);
      spans.push([first, middle], [middle, end]);
    }
  }
  return found;
}

function review<P extends Described>(game: Play<P>, here: P, kernels: Kernels): Omit<Review, "seconds"> | null {
  const line = lineOf(game, here);
  const [start] = line ?? [];
  if (!line || !start) {
    return null;
  }
  const solve = (made: number): Best | null => game.solve(line[made] ?? here, kernels);
  const two = "to_move" in here;
  const best = two ? line.map((_, made) => solve(made)) : narrowed(line.length, solve);
  if (best.includes(null)) {
    return null;
  }
  const values = best.map((one) => rational(game.measure.of(start, one?.value ?? 0)));
  const moves = here.moves.map((move, at): ReviewMove => {
    const cost = exact(size(difference(values[at] ?? whole(0), values[at + 1] ?? whole(0))));
    const before = line[at] ?? here;
    const player = "to_move" in before ? Number(before.to_move) : 0;
    const better = cost === 0 ? null : (best[at]?.moves[0] ?? null);
    return { number: at + 1, move, player, position: before.id, cost, least: cost, most: cost, better };
  });
  const costs = (two ? [0, 1] : [0]).map((player) =>
    moves.filter((one) => one.player === player).reduce((all, { least }) => sum(all, rational(least)), whole(0)),
  );
  return {
    game: here.game,
    position: here.id,
    over: here.over,
    players: costs.length,
    measure: game.measure.code,
    status: "optimal",
    points: values.map((value, made) => ({ made, lower: exact(value), upper: exact(value) })),
    moves,
    costs: costs.map(exact),
  };
}

/** Return what every answer about a proven value says. */
export function proven<V extends Exact, K extends Solution["kind"]>(
  { game, id }: Pick<Described, "game" | "id">,
  kind: K,
  value: V,
  source: "records" | "search" = "search",
) {
  return { game, position: id, kind, value, lower: value, upper: value, status: "optimal", source } as const;
}

/** Return functions that answer the questions that all games share. */
export function answersOf<P extends Described>(game: Play<P>): Answers {
  /** Wrap a function that answers a question about a position: read the position, and time the answer. */
  const about =
    (find: (position: P, query: URLSearchParams, kernels: Kernels) => object | null, ...names: string[]) =>
    (query: URLSearchParams, kernels: Kernels): object | null => {
      const began = performance.now();
      const position = only(query, "id", ...names) ? game.read(query.get("id") ?? "") : null;
      const found = position && find(position, query, kernels);
      return found && { ...found, seconds: Math.round(performance.now() - began) / 1000 };
    };
  return {
    "/position": (query) => (only(query, "id") ? game.read(query.get("id") ?? "") : null),
    "/move": (query) => {
      const from = only(query, "id", "move") ? game.read(query.get("id") ?? "") : null;
      return from && game.play(from, query.get("move") ?? "");
    },
    "/hint": about((position, _, kernels): Omit<Solution, "seconds"> | null => {
      const best = game.solve(position, kernels);
      return best && { ...proven(position, game.kind, best.value, best.source), moves: best.moves };
    }),
    "/hint/steps": about((position, query, kernels): Omit<Hints, "seconds"> | null => {
      const steps = STEPS.filter((step) => step === (query.get("step") ?? step));
      const best = position.over || steps.length === 0 ? null : game.solve(position, kernels);
      return (
        best && {
          game: position.game,
          position: position.id,
          status: "optimal",
          steps: steps.map((step): HintStep => {
            const { code, numbers = [], moves = [] } = game[step](position, best);
            return { step, code, numbers, moves: step === "move" ? best.moves.slice(0, 1) : moves, text: "" };
          }),
        }
      );
    }, "step"),
    "/review": about((position, _, kernels) => review(game, position, kernels)),
  };
}
