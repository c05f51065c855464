import type { JSX } from "preact";
import { streaks, today } from "../lib/days";
import { titled, useGames } from "../lib/games";
import { t, tn } from "../lib/i18n";
import { doneOf, unfinishedOf, useProfile } from "../lib/profile";
import { goOnPath } from "../lib/results";
import { Icon } from "./Icon";
import "./today.css";

/** On the home page: the puzzles of today, and the game that was played last. */
export function HomeToday(): JSX.Element {
  const profile = useProfile();
  const games = useGames();
  const day = today();
  const done = games.filter(({ name }) => doneOf(profile, day, name) !== null);
  const { now } = streaks(profile.days, day);
  const [last] = unfinishedOf(profile);
  const title = games.find(({ name }) => name === last?.game);
  return (
    <section class="card home-today" aria-labelledby="home-today">
      <div>
        <h2 id="home-today">{t("daily.title")}</h2>
        <p>
          {done.length > 0
            ? t("daily.home.done", { games: done.map((game) => titled(game).text).join(", ") })
            : t("daily.home.text")}{" "}
          {now > 0 && tn("daily.home.streak", now)}
        </p>
      </div>
      <p class="row">
        <a class="button primary" href="/daily">
          <Icon name="play" />
          {t("daily.home.play")}
        </a>
        {last && title && (
          <a class="button" href={goOnPath(last)}>
            {t("daily.home.goOn", { game: titled(title).text })}
          </a>
        )}
      </p>
    </section>
  );
}
