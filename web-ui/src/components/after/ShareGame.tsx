import type { JSX } from "preact";
import type { Described } from "../../generated/api";
import { ApiError } from "../../lib/api";
import { dayOfQuery } from "../../lib/calendar";
import { puzzleOf } from "../../lib/daily";
import { t } from "../../lib/i18n";
import { resultsOf } from "../../lib/outcomes";
import { place } from "../../lib/place";
import type { Outcome } from "../../lib/profile";
import { useAnswer } from "../../lib/questions";
import { positionPath } from "../../lib/router";
import { BY_LINK, pageLink, sentQuery } from "../../lib/sending";
import { dayLine } from "../../pages/daily/words";
import { SendButton } from "../SendButton";
import { readSeats } from "../two/seats";
import { squares } from "./squares";

/** Return the outcome of a game; null if it is not known yet. */
async function judged(record: Described, query: URLSearchParams): Promise<Outcome | null> {
  try {
    return await resultsOf(record.game).judge(record, query, true);
  } catch (problem) {
    if (problem instanceof ApiError) {
      return null;
    }
    throw problem;
  }
}

/** Return the text to send to a friend: the result of the game, squares, the day of a puzzle, and the address. */
async function written(record: Described): Promise<string> {
  const query = place().searchParams;
  const results = resultsOf(record.game);
  const name = results.name(record.start);
  const outcome = await judged(record, query);
  const puzzle = await puzzleOf(dayOfQuery(query), record.start);
  const lines = [
    outcome ? t("common.named", { name, what: results.words(outcome) }) : name,
    outcome ? squares(record, outcome, readSeats(query).me ?? 0) : "",
    puzzle ? `perfectplay · ${dayLine(puzzle)}` : "",
    // Leave out the moves of a puzzle, because they would spoil it.
    pageLink(positionPath(puzzle ? record.start : record.id) + sentQuery()),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

/** The button that shares a finished game. */
export function ShareGame({ record }: { record: Described }): JSX.Element {
  const { data, loading } = useAnswer(record.id, () => written(record));
  const linked = readSeats(place().searchParams).opponent === BY_LINK;
  return <SendButton label={t(linked ? "two.link.end" : "share.share")} text={loading ? "" : (data ?? "")} />;
}
