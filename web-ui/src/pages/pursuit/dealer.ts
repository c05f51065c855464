/** Deals games. The seed of a request determines the game; a request without a seed gets a random one. */
import { Chance } from "../../answers/chance";
import { only } from "../../answers/play";
import type { PursuitDealt } from "../../generated/api";
import type { Kernels } from "../../lib/kernels";
import { within } from "./best";
import { graded } from "./difficulty";
import { codeFrom, stateOf } from "./rules";
import { targetsOf } from "./solving";

const SEEDS = 10 ** 15;
const MOST = 1_000_000;
/** Basic cost of grading a game; each value that a search looks at adds 1. Kernels and easy games add nothing. */
const GAME = 10_000;
const GRADES = ["very easy", "easy", "medium", "hard", "very hard", "impossible"];

interface Deck {
  /** All cards in ascending order, with repetitions. */
  cards: readonly number[];
  large: readonly number[];
  /** The range of equally likely targets; null if three dice are rolled. */
  targets: [low: number, high: number] | null;
}

const pack = (copies: number, large: readonly number[], copiesOfLarge: number): readonly number[] => [
  ...Array.from({ length: 10 * copies }, (_, at) => 1 + Math.floor(at / copies)),
  ...large.flatMap((card) => Array.from({ length: copiesOfLarge }, () => card)),
];

const COURTS = [25, 50, 100];
const TILES = [25, 50, 75, 100];
const DECKS: Readonly<Record<string, Deck>> = {
  cards: { cards: pack(4, COURTS, 4), large: COURTS, targets: null },
  classic: { cards: pack(2, TILES, 1), large: TILES, targets: [101, 999] },
  suit: { cards: pack(1, COURTS, 1), large: COURTS, targets: null },
};

/** Return the first `count` cards of a shuffled deck. */
function shuffled(chance: Chance, cards: readonly number[], count: number): number[] {
  const left = [...cards];
  for (let at = 0; at < count; at += 1) {
    const place = at + chance.below(left.length - at);
    [left[at], left[place]] = [left[place] ?? 0, left[at] ?? 0];
  }
  return left.slice(0, count);
}

/** Roll three dice with 20 faces, on which each digit 0 to 9 appears twice; three zeros count as 1000. */
function rolled(chance: Chance): number {
  const digits = [1, 2, 3].map(() => chance.below(20) % 10);
  return digits.reduce((number, digit) => 10 * number + digit, 0) || 1000;
}

/** Answer with a dealt game. If a difficulty is wanted, deal until a game has it. */
export function deal(query: URLSearchParams, kernels: Kernels): PursuitDealt | null {
  const names = ["deck", "numbers", "targets", "rules", "difficulty", "large", "seed"] as const;
  const given = (name: (typeof names)[number], usual: string): string => query.get(name) ?? usual;
  const deck = DECKS[given("deck", "cards")];
  const [count, large] = [Number(given("numbers", "6")), query.has("large") ? Number(query.get("large")) : null];
  const seed = Number(given("seed", `${Math.floor(Math.random() * SEEDS)}`));
  const targets = query.has("targets") ? targetsOf(given("targets", ""), MOST) : (deck?.targets ?? null);
  const difficulty = query.get("difficulty");
  const most = Math.min(8, deck?.cards.length ?? 0);
  const courts = deck?.cards.filter((card) => deck.large.includes(card)) ?? [];
  const pips = deck?.cards.filter((card) => !deck.large.includes(card)) ?? [];
  const legal =
    only(query, ...names) &&
    [count, seed, large ?? 0].every((number) => Number.isInteger(number) && number >= 0) &&
    count >= 1 &&
    count <= most &&
    seed <= SEEDS &&
    (!query.has("targets") || targets !== null) &&
    (large === null || (large <= Math.min(count, courts.length) && count - large <= pips.length)) &&
    (difficulty === null || GRADES.includes(difficulty));
  if (!deck || !legal) {
    return null;
  }
  const chance = new Chance(BigInt(seed));
  const next = (): PursuitDealt | null => {
    const numbers =
      large === null
        ? shuffled(chance, deck.cards, count)
        : [...shuffled(chance, courts, large), ...shuffled(chance, pips, count - large)];
    const [low, high] = targets ?? [];
    const target = low === undefined || high === undefined ? rolled(chance) : low + chance.below(high - low + 1);
    const state = stateOf(`pursuit:${numbers.join(".")}:${target}${codeFrom(given("rules", ""))}`);
    const { id = "", rules } = state ?? {};
    return rules
      ? { numbers, target, rules: rules.text, position: id, play: `perfectplay pursuit play --position ${id}` }
      : null;
  };
  if (difficulty === null) {
    return next();
  }
  return within(kernels, (budget): PursuitDealt | null => {
    for (let dealt = next(); dealt; dealt = next()) {
      const state = stateOf(dealt.position);
      budget.spend(GAME);
      const found = state && graded(budget, state);
      if (found?.grade === difficulty) {
        return { ...dealt, difficulty: found };
      }
    }
    return null;
  });
}
