import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { FIRST_DAY } from "../../generated/days";
import { shiftMonth, weeksOf } from "../../lib/calendar";
import { dailyPath } from "../../lib/daily";
import { t } from "../../lib/i18n";
import { at, type Profile } from "../../lib/profile";
import { dateText, tn } from "../../lib/wording";

/** Dates of an arbitrary week from Monday to Sunday, which are formatted to get the names of the days. */
const WEEK = ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06", "2026-11-07", "2026-11-08"];

/** Maximum number of marks shown below a day, one for each solved puzzle. */
const MARKS = 3;

/** A month of the calendar. Each day that has puzzles links to them, and shows how many of them are done. */
export function Calendar(props: { days: Profile["days"]; today: string; chosen: string; games: number }): JSX.Element {
  const { days, today, chosen, games } = props;
  const [month, setMonth] = useState(chosen.slice(0, 7));
  useLayoutEffect(() => setMonth(chosen.slice(0, 7)), [chosen]);
  const first = month <= FIRST_DAY.slice(0, 7);
  const last = month >= today.slice(0, 7);
  const move = (label: string, icon: "back" | "forward", off: boolean, months: number): JSX.Element => (
    <Button icon={icon} bare text={label} look="quiet" off={off} onClick={() => setMonth(shiftMonth(month, months))} />
  );
  return (
    <section class="card stack" aria-labelledby="daily-archive">
      <h2 id="daily-archive">{t("daily.archive")}</h2>
      <div class="row between">
        {move(t("daily.before"), "back", first, -1)}
        <strong aria-live="polite">{dateText(`${month}-01`, { month: "long", year: "numeric" })}</strong>
        {move(t("daily.after"), "forward", last, 1)}
      </div>
      <table class="daily-calendar">
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} class="small" scope="col" abbr={dateText(day, { weekday: "long" })}>
                {dateText(day, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, place) => (
                <td key={place}>{day !== null && <Day day={day} {...{ days, today, chosen, games }} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">{t("daily.archive.text")}</p>
    </section>
  );
}

function Day(props: { day: string; days: Profile["days"]; today: string; chosen: string; games: number }): JSX.Element {
  const { day, days, today, chosen, games } = props;
  const number = Number(day.slice(8));
  if (day < FIRST_DAY || day > today) {
    return <span class="daily-day centred muted">{number}</span>;
  }
  const done = Object.keys(at(days, day) ?? {}).length;
  const label = t("common.named", {
    name: dateText(day, { day: "numeric", month: "long" }),
    what: tn("daily.done", done),
  });
  return (
    <a
      class={`daily-day centred ${done > 0 && done >= games ? "good" : done > 0 ? "some" : ""}`}
      href={dailyPath(day)}
      aria-label={label}
      {...(day === chosen && { "aria-current": "date" as const })}
    >
      <span>{number}</span>
      <small aria-hidden="true">{"●".repeat(Math.min(done, MARKS)) || "○"}</small>
    </a>
  );
}
