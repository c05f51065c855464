/** Answers questions about rounds of a match: the opponent's declaration, and the scores of both players. */
import { Chance } from "../../answers/chance";
import { only } from "../../answers/play";
import type { PursuitAfter, PursuitDeclared, PursuitRound } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import type { Kernels } from "../../lib/kernels";
import { compare, equal, isWhole, ratio, whole } from "../../lib/rational";
import { allowed, farFrom, solved, within } from "./best";
import { Expression, type Operator } from "./expressions";
import { type State, stateOf } from "./rules";
import { type Budget, closest, TooHard } from "./search";
import { targetsOf } from "./solving";

/** Pairs of a distance and the points for a declaration that is at most so far from the target. */
const POINTS: readonly [most: number, score: number][] = [
  [0, 10],
  [5, 7],
  [10, 5],
];
/** Distances within which near misses are counted. */
const NEAR = [1, 5, 10];
const SEEDS = 10 ** 15;

/** Opponents that calculate at random, with their number of calculations and maximum count of numbers in a formula. */
const RAMBLERS: Readonly<Record<string, readonly [calculations: number, numbers: number]>> = {
  beginner: [300, 4],
  casual: [1_000, 5],
  keen: [5_000, 5],
};
/** Opponents that see every formula up to a maximum count of numbers, which is given for each opponent. */
const SEEKERS: Readonly<Record<string, number>> = { strong: 4, expert: 5, perfect: 8 };

/** A player's declaration, if any, and a formula for it. */
interface Declared {
  value: number | null;
  shown: Expression | null;
}

/** Return the closest formula that an opponent finds by calculating at random. */
function rambled(game: State, chance: Chance, calculations: number, numbers: number): Expression | null {
  const { rules, target } = game;
  const dealt = game.made.map(({ expression }) => expression);
  const steps = Math.min(numbers, dealt.length) - 1;
  const far = ({ value: { top } }: Expression): bigint => (top < target ? BigInt(target) - top : top - BigInt(target));
  const nearer = (one: Expression, best: Expression | null): Expression => (best && far(best) <= far(one) ? best : one);
  let best = rules.use_all && steps > 0 ? null : dealt.reduce((found, each) => nearer(each, found));
  let left = steps > 0 ? calculations : 0;
  while (left > 0 && !(best && far(best) === 0n)) {
    const table = [...dealt];
    for (let step = Math.min(steps, left); step > 0; step -= 1) {
      left -= 1;
      const draw = (): Expression => table.splice(chance.below(table.length), 1)[0] as Expression;
      const [first, second] = [draw(), draw()];
      const [one, other] = compare(first.value, second.value) < 0 ? [second, first] : [first, second];
      const operator = rules.operators.charAt(chance.below(rules.operators.length)) as Operator;
      const value = game.calculated({ left: one.value, operator, right: other.value });
      if (!value || value.top <= 0n) {
        break;
      }
      const made = new Expression(value, operator, one, other);
      table.push(made);
      best = isWhole(value) && !(rules.use_all && table.length > 1) ? nearer(made, best) : best;
    }
  }
  return best;
}

/** Return all selections of `count` numbers, each in the order of the deal. */
function choices(numbers: readonly number[], count: number): number[][] {
  return count === 0
    ? [[]]
    : numbers.flatMap((number, at) => choices(numbers.slice(at + 1), count - 1).map((rest) => [number, ...rest]));
}

/** Return the closest formula with at most `most` numbers. */
function sought(budget: Budget, { numbers, rules, target }: State, most: number): Expression | null {
  if (rules.use_all && most < numbers.length) {
    return null;
  }
  let best: Expression | null = null;
  const few = choices(numbers, Math.min(most, numbers.length));
  for (const chosen of new Map(few.map((each) => [String(each), each])).values()) {
    const found: Expression | null =
      best && farFrom(target, best) === 0 ? null : closest(budget, chosen, target, allowed(rules));
    best = found && (!best || farFrom(target, found) < farFrom(target, best)) ? found : best;
  }
  return best;
}

/** Return an opponent's declaration for a deal; the same seed gives the same declaration. */
function found(budget: Budget, { start }: State, opponent: string, seed: string): Declared {
  const [calculations, numbers] = RAMBLERS[opponent] ?? [];
  const shown =
    calculations !== undefined && numbers !== undefined
      ? rambled(start, new Chance(`${Number(seed)} ${start.id}`), calculations, numbers)
      : sought(budget, start, SEEKERS[opponent] ?? 0);
  return { value: shown && Number(shown.value.top), shown };
}

/** Return a declaration, with a formula if the declared number was dealt or made. */
function declared({ made, rules }: State, value: number | null): Declared {
  const counting = made.filter(({ used }) => !(rules.use_all && used));
  const lone = rules.use_all && counting.length > 1 ? [] : counting;
  const shown = value === null ? undefined : lone.find(({ expression }) => equal(expression.value, whole(value)));
  return { value, shown: shown?.expression ?? null };
}

const points = (distance: number | null): number =>
  distance === null ? 0 : (POINTS.find(([most]) => distance <= most)?.[1] ?? 0);

/** Score the declarations. Only the closest declaration gets points; in a tie, all of the closest do. */
function scored(target: number, players: Readonly<Record<string, Declared>>): PursuitDeclared[] {
  const far = ({ shown }: Declared): number | null => shown && farFrom(target, shown);
  const closest = Math.min(...Object.values(players).map((one) => far(one) ?? Infinity));
  return Object.entries(players).map(([name, one]) => ({
    name,
    declared: one.value,
    shown: one.shown !== null,
    distance: far(one),
    expression: one.shown && String(one.shown),
    steps: one.shown?.lines ?? [],
    points: far(one) === closest ? points(closest) : 0,
  }));
}

/** Describe what was possible in a round. */
function after(budget: Budget, { numbers, rules, start, target }: State, low: number, high: number): PursuitAfter {
  const best = solved(budget, start);
  const { expression } = best;
  const distance = expression ? farFrom(target, expression) : best.distance;
  const reached = (from: number, to: number): number[] =>
    Array.from(budget.reach(numbers, from, to, allowed(rules))).flatMap((few, at) => (few > 0 ? [from + at] : []));
  const most = Math.max(...NEAR);
  if (target + most > LIMITS.target) {
    throw new TooHard();
  }
  const around = reached(Math.max(1, target - most), target + most).map((value) => Math.abs(value - target));
  const count = reached(low, high).length;
  const total = high - low + 1;
  const chance = ratio(BigInt(count), BigInt(total));
  return {
    numerator: Number(chance.top),
    denominator: Number(chance.bottom),
    probability: count / total,
    value: expression && Number(expression.value.top),
    distance,
    expression: expression && String(expression),
    steps: expression?.lines ?? [],
    points: points(expression && distance),
    near: NEAR.map((reach) => ({
      within: reach,
      count: around.filter((far) => far > 0 && far <= reach).length,
      possible: reach + Math.min(reach, target - 1),
    })),
    low,
    high,
    count,
  };
}

/** Return the position of a round; null if the library refuses a deal of this size. */
function solvable(id: string): State | null {
  const state = stateOf(id);
  return state && state.numbers.length <= LIMITS.numbers - Number(state.rules.fractions) ? state : null;
}

const isSeed = (seed: string): boolean => /^\d{1,16}$/.test(seed) && Number(seed) <= SEEDS;
const isOpponent = (name: string): boolean => name in RAMBLERS || name in SEEKERS;

/** Answer with an opponent's declaration. */
export function opponent(query: URLSearchParams, kernels: Kernels): PursuitDeclared | null {
  const state = only(query, "position", "opponent", "seed") ? solvable(query.get("position") ?? "") : null;
  const [name, seed] = [query.get("opponent") ?? "", query.get("seed") ?? "0"];
  return state && isOpponent(name) && isSeed(seed)
    ? within(kernels, (budget) => scored(state.target, { [name]: found(budget, state, name, seed) })[0] ?? null)
    : null;
}

/** Answer with the players' results of a round, and with the best that was possible. */
export function round(query: URLSearchParams, kernels: Kernels): PursuitRound | null {
  const names = ["position", "declared", "opponent", "seed", "targets"] as const;
  const [position, said, name, seed, targets] = names.map((each) => query.get(each));
  const state = only(query, ...names) ? solvable(position ?? "") : null;
  const [low, high] = targetsOf(targets ?? "1-1000", LIMITS.targets) ?? [];
  const value = said == null ? null : /^\d{1,7}$/.test(said) ? Number(said) : Number.NaN;
  const legal = (value === null || value <= LIMITS.target) && (name == null || isOpponent(name)) && isSeed(seed ?? "0");
  if (!state || !legal || low === undefined || high === undefined) {
    return null;
  }
  return within(kernels, (budget): PursuitRound => {
    const players = {
      you: declared(state, value),
      ...(name != null && { [name]: found(budget, state, name, seed ?? "0") }),
    };
    const [player, other = null] = scored(state.target, players);
    return {
      position: state.id,
      numbers: state.numbers,
      target: state.target,
      rules: state.rules.text,
      player: player as PursuitDeclared,
      opponent: other,
      after: after(budget, state, low, high),
    };
  });
}
