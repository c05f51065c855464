import type { JSX } from "preact";
import { streaks } from "../lib/calendar";
import { today } from "../lib/days";
import { num, t } from "../lib/i18n";
import { useProfile } from "../lib/profile";
import { tn } from "../lib/wording";
import { Stat } from "./Stat";

/** Shows the number of days in a row with a finished puzzle; shows nothing before the first such day. */
export function Streaks(): JSX.Element | null {
  const { now, longest } = streaks(useProfile().days, today());
  return longest === 0 ? null : (
    <section class="stack" aria-labelledby="streaks">
      <h2 id="streaks">{t("daily.streak")}</h2>
      <dl class="stats columns">
        {now > 0 && <Stat label={t("daily.streak.now")} value={num(now)} note={tn("daily.days", now)} />}
        <Stat label={t("daily.streak.longest")} value={num(longest)} note={tn("daily.days", longest)} />
      </dl>
    </section>
  );
}
