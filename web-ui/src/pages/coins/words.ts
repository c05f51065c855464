/** Texts about the coins and the moves. */
import type { Seats } from "../../components/two/seats";
import { either, subject } from "../../components/two/words";
import type { CoinsDescribed, CoinsPick } from "../../generated/api";
import { sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";

/** Return a text such as "the 5 on the left"; `alone` is set for the last coin of its row. */
function coinText(pick: CoinsPick, rows: number, alone = false): string {
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

/** Name a move of a finished game, or an alternative to it. */
export function moveName(record: CoinsDescribed, move: string, number: number): string {
  const taken = record.taken[number - 1];
  if (taken?.move === move) {
    return coinText(taken, record.rows.length, number === record.taken.length);
  }
  return move === "L" ? t("coins.end.left") : move === "R" ? t("coins.end.right") : move;
}

/** Name a coin that can be taken now. */
export function offered(record: CoinsDescribed, pick: CoinsPick): string {
  return coinText(pick, record.rows.length, record.rows[pick.row]?.left.length === 1);
}

/** Name a coin as it would have been named before the last move. */
function before(record: CoinsDescribed, pick: CoinsPick): string {
  const same = record.taken.at(-1)?.row === pick.row;
  return coinText(pick, record.rows.length, (record.rows[pick.row]?.left.length ?? 0) + (same ? 1 : 0) === 1);
}

/** Describe the last move: who took which coin; empty at the start. */
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

/** Comment on the cost of the last move, and name the best answer if the player is `advised`; may be empty. */
export function comment(record: CoinsDescribed, seats: Seats, advised: boolean): string {
  const { review } = record;
  if (!review) {
    return "";
  }
  if (sign(review.cost) === 0) {
    // The last coin leaves no choice, so there is nothing to praise.
    return record.over ? "" : t("two.comment.fine");
  }
  const cost = num(review.cost);
  const better = either(review.better.map((pick) => before(record, pick)));
  if (seats.me === null) {
    return t("two.comment.two", { cost, better });
  }
  if (review.player === seats.me) {
    return t("two.comment.you", { cost, better });
  }
  const answers = either(review.answers.map((pick) => offered(record, pick)));
  return advised ? t("two.comment.answer", { cost, answers }) : t("two.comment.other", { cost });
}
