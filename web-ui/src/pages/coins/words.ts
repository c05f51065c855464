/** What happened and what will, in words. */
import type { CoinsDescribed, CoinsPick, Exact } from "../../generated/api";
import { list, num, type TextKey, t } from "../../lib/i18n";
import { magnitude, type OpponentName, opponentName, type Player, type Seats, sign } from "./model";

const LABELS: Readonly<Record<OpponentName, TextKey>> = {
  perfect: "coins.label.perfect",
  greedy: "coins.label.greedy",
  random: "coins.label.random",
  noisy: "coins.label.noisy",
};
const SUBJECTS: Readonly<Record<OpponentName, TextKey>> = {
  perfect: "coins.who.perfect",
  greedy: "coins.who.greedy",
  random: "coins.who.random",
  noisy: "coins.who.noisy",
};
const NAMES: readonly [TextKey, TextKey] = ["coins.alice", "coins.bob"];

/** "a, b or c". */
export function either(items: readonly string[]): string {
  return list(items, "disjunction");
}

/** The name that the pictures give a player. */
export function pictureName(player: Player): string {
  return t(NAMES[player]);
}

/** A player's name as a heading. */
export function label(seats: Seats, player: Player): string {
  if (seats.opponent === null) {
    return pictureName(player);
  }
  const known = opponentName(seats.opponent);
  return player === seats.me ? t("coins.you") : t(known === null ? "coins.label.other" : LABELS[known]);
}

/** A player's name as the first word of a sentence; never asked for "you". */
export function subject(seats: Seats, player: Player): string {
  if (seats.opponent === null) {
    return pictureName(player);
  }
  const known = opponentName(seats.opponent);
  return t(known === null ? "coins.who.other" : SUBJECTS[known]);
}

/** "the 5 on the left"; `alone` if it is the last coin of its row. */
export function coinText(pick: CoinsPick, rows: number, alone = false): string {
  const coin = num(pick.coin);
  const row = pick.row + 1;
  const end = pick.move.replace(/^\d+/, "");
  if (end.startsWith("K")) {
    const place = pick.place + 1;
    return rows > 1 ? t("coins.pick.placeOf", { coin, place, row }) : t("coins.pick.place", { coin, place });
  }
  if (alone) {
    return rows > 1 ? t("coins.pick.aloneOf", { coin, row }) : t("coins.pick.alone", { coin });
  }
  if (rows > 1) {
    return t(end === "L" ? "coins.pick.leftOf" : "coins.pick.rightOf", { coin, row });
  }
  return t(end === "L" ? "coins.pick.left" : "coins.pick.right", { coin });
}

/** A move of a finished game, or one that could have been made in its place. */
export function moveName(record: CoinsDescribed, move: string, number: number): string {
  const taken = record.taken[number - 1];
  if (taken?.move === move) {
    return coinText(taken, record.rows.length, number === record.taken.length);
  }
  return move === "L" ? t("coins.end.left") : move === "R" ? t("coins.end.right") : move;
}

/** A coin that can be taken now. */
export function offered(record: CoinsDescribed, pick: CoinsPick): string {
  return coinText(pick, record.rows.length, record.rows[pick.row]?.left.length === 1);
}

/** A coin that was taken, or could have been, in the last move. */
function before(record: CoinsDescribed, pick: CoinsPick): string {
  const same = record.taken.at(-1)?.row === pick.row;
  return coinText(pick, record.rows.length, (record.rows[pick.row]?.left.length ?? 0) + (same ? 1 : 0) === 1);
}

/** Who took what last; empty at the start. */
export function lastMove(record: CoinsDescribed, seats: Seats): string {
  const last = record.taken.at(-1);
  if (!last) {
    return "";
  }
  const coin = before(record, last);
  return last.player === seats.me
    ? t("coins.took.you", { coin })
    : t("coins.took.other", { name: subject(seats, last.player), coin });
}

/** What the last move cost; the answer to it only for those who are `advised`. Empty if there is nothing to say. */
export function comment(record: CoinsDescribed, seats: Seats, advised: boolean): string {
  const { review } = record;
  if (!review) {
    return "";
  }
  if (sign(review.cost) === 0) {
    // The last coin leaves no choice.
    return record.over ? "" : t("coins.comment.fine");
  }
  const cost = num(review.cost);
  const better = either(review.better.map((pick) => before(record, pick)));
  if (seats.me === null) {
    return t("coins.comment.two", { cost, better });
  }
  if (review.player === seats.me) {
    return t("coins.comment.you", { cost, better });
  }
  const answers = either(review.answers.map((pick) => offered(record, pick)));
  return advised ? t("coins.comment.answer", { cost, answers }) : t("coins.comment.other", { cost });
}

/** Whose turn it is. */
export function turn(record: CoinsDescribed, seats: Seats): string {
  if (record.to_move === seats.me) {
    return t("coins.turn.you");
  }
  const name = subject(seats, record.to_move);
  return t(seats.me === null ? "coins.turn.name" : "coins.turn.thinking", { name });
}

/** Both totals, for the screen reader. */
export function standing(record: CoinsDescribed, seats: Seats): string {
  const [first, second] = seats.me === 1 ? ([1, 0] as const) : ([0, 1] as const);
  return t("coins.standing", {
    name: label(seats, first),
    total: num(record.scores[first] ?? 0),
    other: label(seats, second),
    rest: num(record.scores[second] ?? 0),
  });
}

type Result = "win" | "lose" | "tie" | "wins";
type Sentence = "forecast" | "verdict" | "start";

const RESULTS: Readonly<Record<Sentence, Readonly<Record<Result, TextKey>>>> = {
  forecast: {
    win: "coins.forecast.win",
    lose: "coins.forecast.lose",
    tie: "coins.forecast.tie",
    wins: "coins.forecast.wins",
  },
  verdict: {
    win: "coins.verdict.win",
    lose: "coins.verdict.lose",
    tie: "coins.verdict.tie",
    wins: "coins.verdict.wins",
  },
  start: { win: "coins.start.win", lose: "coins.start.lose", tie: "coins.start.tie", wins: "coins.start.wins" },
};

/** Who wins, by how much. */
export function outcome(sentence: Sentence, seats: Seats, totals: readonly [Exact, Exact], margin: Exact): string {
  const direction = sign(margin);
  const winner: Player = direction < 0 ? 1 : 0;
  // One's own total comes first; of two others, the winner's.
  const first: Player = seats.me ?? winner;
  const other: Player = first === 0 ? 1 : 0;
  const result: Result = direction === 0 ? "tie" : seats.me === null ? "wins" : winner === seats.me ? "win" : "lose";
  return t(RESULTS[sentence][result], {
    name: subject(seats, winner),
    a: num(totals[first]),
    b: num(totals[other]),
    margin: num(magnitude(margin)),
  });
}
