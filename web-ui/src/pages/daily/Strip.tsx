import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../components/Icon";
import { announce } from "../../lib/announce";
import { dayNumber, dayOfQuery } from "../../lib/calendar";
import { dailyPath, usePuzzles } from "../../lib/daily";
import { num, t } from "../../lib/i18n";
import { resultsOf } from "../../lib/outcomes";
import { doneOf, useProfile } from "../../lib/profile";
import type { Route } from "../../lib/router";
import { gradeText } from "./words";
import "./daily.css";

/**
 * The strip above the board of a daily puzzle. It names the puzzle and, once the puzzle is solved, offers to share the
 * result.
 */
export function Strip({ route }: { route: Route }): JSX.Element | null {
  const day = dayOfQuery(route.query) ?? "";
  const { data, loading } = usePuzzles(day || null);
  const start = route.id?.split("/")[0];
  const puzzle = data?.find(({ id }) => id === start);
  const done = doneOf(useProfile(), day, route.game);
  const results = resultsOf(route.game);
  const before = useRef(done);
  const words = done ? results.words(done) : null;
  useEffect(() => {
    if (before.current === null && done !== null && words !== null) {
      announce(t("daily.said", { result: words }));
    }
    before.current = done;
  }, [done, words]);
  if (!puzzle) {
    // Reserve the height of the strip while the puzzle loads, so that the board below does not move.
    return !loading ? null : (
      <div class="note no-print" aria-hidden="true">
        {"\u00a0"}
      </div>
    );
  }
  return (
    <section class={`note no-print ${done ? "good" : ""}`} aria-label={t("daily.strip")}>
      <p class="row">
        <a href={dailyPath(day)}>{t("daily.number", { number: num(dayNumber(day)) })}</a>{" "}
        <span>· {gradeText(puzzle.grade)}</span>
        {words !== null && (
          <strong class="row bold">
            <Icon name="check" />
            {words}
          </strong>
        )}
      </p>
    </section>
  );
}
