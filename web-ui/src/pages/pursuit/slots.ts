/** Keeps each number in its place on the screen. A result takes the place of its second operand. */
import type { Flight } from "../../components/stage/flights";
import type { PursuitCard, PursuitDescribed } from "../../generated/api";

/** The places of a step's two operands; the result gets the second place. */
export type Pair = readonly [from: number, onto: number];

interface Slots {
  /** The number in each place; null if it has been used. */
  cards: readonly (PursuitCard | null)[];
  /** The places of the last step's operands, and the operands as texts; null before the first step. */
  last: { pair: Pair; texts: readonly [string, string] } | null;
}

type Game = Pick<PursuitDescribed, "start" | "moves" | "numbers" | "steps" | "table">;

/** Return a key for the game after its first `count` moves, followed by the move `next` if it is given. */
export function after({ start, moves }: Pick<Game, "start" | "moves">, count: number, next?: string): string {
  return [start, ...moves.slice(0, count), ...(next === undefined ? [] : [next])].join(" ");
}

/**
 * Return the places of a position's numbers.
 *
 * `picked` maps the key of the game after a step to the places that the player chose. The places cannot be read from
 * the moves, which name numbers instead of places, and write sums and products in one order only.
 */
export function slotsOf(game: Game, picked: ReadonlyMap<string, Pair>): Slots {
  const lie: (string | null)[] = game.numbers.map(String);
  let last: Slots["last"] = null;
  game.steps.forEach(({ texts: [left, right, made] }, i) => {
    const first = lie.indexOf(left);
    const usual: Pair = [first, lie.findIndex((text, at) => at !== first && text === right)];
    const chosen = picked.get(after(game, i + 1));
    const fits = chosen && [left, right].sort().join() === [lie[chosen[0]], lie[chosen[1]]].sort().join();
    const pair = fits ? chosen : usual;
    last = { pair, texts: [lie[pair[0]] ?? left, lie[pair[1]] ?? right] };
    lie[pair[0]] = null;
    lie[pair[1]] = made;
  });
  const left = [...game.table];
  const cards = lie.map((text) => {
    const at = left.findIndex((card) => card.text === text);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  });
  return { cards, last };
}

/** Return the flight of the first operand onto the second one, which stays visible until the first arrives. */
export function mergeOf({ last }: Slots): readonly Flight[] {
  if (last === null) {
    return [];
  }
  const { pair, texts } = last;
  const [from, onto] = pair;
  return [
    { key: onto, to: "mine", onto, text: texts[1] },
    { key: from, to: "mine", onto, text: texts[0] },
  ];
}
