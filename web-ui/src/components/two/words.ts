/** Sentences that every game for two shares. */
import type { Described, Exact } from "../../generated/api";
import { magnitude, sign } from "../../lib/exact";
import { list, num, type TextKey, t } from "../../lib/i18n";
import { BY_LINK } from "../../lib/sending";
import { opponentName, type Player, type Seats } from "./seats";

/** A position in a game for two. */
export interface ForTwo extends Described {
  readonly to_move: Player;
}

const NAMES: readonly [TextKey, TextKey] = ["two.alice", "two.bob"];

/** Texts for a game by link. The first index is the reader's side; the second index is 0 on the reader's turn. */
const LINKED: readonly [readonly [TextKey, TextKey], readonly [TextKey, TextKey]] = [
  ["two.turn.first", "two.turn.firstWaits"],
  ["two.turn.second", "two.turn.secondWaits"],
];

/** Join texts as in "a, b or c". */
export function either(items: readonly string[]): string {
  return list(items, "disjunction");
}

/** Return the name that pictures give a player: Alice or Bob. */
export function pictureName(player: Player): string {
  return t(NAMES[player]);
}

/** Return a player's name as a heading. */
export function label(seats: Seats, player: Player): string {
  if (seats.opponent === null) {
    return pictureName(player);
  }
  return t(player === seats.me ? "two.you" : `two.label.${opponentName(seats.opponent) ?? "other"}`);
}

/** Return a player's name as the first word of a sentence; never called for "you". */
export function subject(seats: Seats, player: Player): string {
  if (seats.opponent === null) {
    return pictureName(player);
  }
  return t(`two.who.${opponentName(seats.opponent) ?? "other"}`);
}

/** Return whether the reader moves next; false if a link does not say which side the reader plays. */
export function mayMove({ over, to_move }: ForTwo, { me, wrong }: Seats): boolean {
  return !over && wrong === undefined && (me === null || to_move === me);
}

/** Return a sentence that says whose turn it is. */
export function turn(record: ForTwo, seats: Seats): string {
  if (seats.opponent === BY_LINK) {
    return t(LINKED[seats.me === 1 ? 1 : 0][record.to_move === seats.me ? 0 : 1]);
  }
  if (record.to_move === seats.me) {
    return t("two.turn.you");
  }
  const name = subject(seats, record.to_move);
  return t(seats.me === null ? "two.turn.name" : "two.turn.thinking", { name });
}

/** Return both players' totals as a sentence for screen readers. */
export function standing(record: ForTwo, seats: Seats): string {
  const [first, second] = seats.me === 1 ? ([1, 0] as const) : ([0, 1] as const);
  return t("two.standing", {
    name: label(seats, first),
    total: num(record.scores[first] ?? 0),
    other: label(seats, second),
    rest: num(record.scores[second] ?? 0),
  });
}

type Result = "win" | "lose" | "tie" | "wins";
/** The keys of the sentences about a result. */
const SENTENCES = {
  forecast: (result: Result) => `two.forecast.${result}` as const,
  verdict: (result: Result) => `two.verdict.${result}` as const,
  start: (result: Result) => `two.start.${result}` as const,
};
type Sentence = keyof typeof SENTENCES;

/** Return a sentence that says who wins, and by how much. */
export function outcome(sentence: Sentence, seats: Seats, totals: readonly Exact[], margin: Exact): string {
  const direction = sign(margin);
  const winner: Player = direction < 0 ? 1 : 0;
  // Name the reader's total first, or the winner's if two people play.
  const first: Player = seats.me ?? winner;
  const other: Player = first === 0 ? 1 : 0;
  const result: Result = direction === 0 ? "tie" : seats.me === null ? "wins" : winner === seats.me ? "win" : "lose";
  return t(SENTENCES[sentence](result), {
    name: subject(seats, winner),
    a: num(totals[first] ?? 0),
    b: num(totals[other] ?? 0),
    margin: num(magnitude(margin)),
  });
}

/** Return a sentence that says how much the mistakes of both players cost. */
export function costsText([first = 0, second = 0]: readonly Exact[], { me }: Seats): string {
  if (me === null) {
    return t("two.costs.two", {
      name: pictureName(0),
      other: pictureName(1),
      first: num(first),
      second: num(second),
    });
  }
  const [mine, theirs] = me === 0 ? [first, second] : [second, first];
  const own = sign(mine) === 0 ? t("two.costs.perfect") : t("two.costs.you", { cost: num(mine) });
  const other = sign(theirs) === 0 ? t("two.costs.themPerfect") : t("two.costs.them", { cost: num(theirs) });
  return `${own} ${other}`;
}
