import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { dayOfQuery } from "../lib/calendar";
import { num, t } from "../lib/i18n";
import { forgetGame } from "../lib/noting";
import { resultsOf } from "../lib/outcomes";
import { type Game, unfinishedOf, useProfile } from "../lib/profile";
import { goOnPath } from "../lib/results";
import { dateText, tn } from "../lib/wording";
import { Button } from "./Button";

/** Maximum number of games in the list; older games are folded away. */
const SHOWN = 4;

/** An unfinished game: its name, its progress, and a link back to it. */
function Item({ game }: { game: Game }): JSX.Element {
  const day = dayOfQuery(new URLSearchParams(game.query));
  const name = resultsOf(game.game).name(game.start);
  return (
    <li class="joined">
      <a class="goon-link button row between" href={goOnPath(game)}>
        <span class="anywhere">{name}</span>
        <span class="muted">
          {tn("profile.moves", game.moves)}
          {day !== null && ` · ${t("daily.of", { day: dateText(day, { dateStyle: "medium" }) })}`}
        </span>
      </a>
      <Button
        icon="close"
        bare
        text={t("profile.forget", { game: name })}
        title={t("profile.forget", { game: name })}
        look="quiet"
        onClick={() => forgetGame(game.own)}
      />
    </li>
  );
}

/** Lists the unfinished games, the latest first; shows nothing if there are none. */
export function GoOn(props: { game?: string; heading?: "h2" | "h3" }): JSX.Element | null {
  const { heading: Heading = "h3" } = props;
  const id = useId();
  const games = unfinishedOf(useProfile(), props.game);
  if (games.length === 0) {
    return null;
  }
  const items = (some: readonly Game[]): JSX.Element[] => some.map((game) => <Item key={game.own} game={game} />);
  return (
    <section class="goon stack" aria-labelledby={id}>
      <Heading id={id}>{t("profile.goOn")}</Heading>
      <ul class="stack">{items(games.slice(0, SHOWN))}</ul>
      {games.length > SHOWN && (
        <details>
          <summary>{t("profile.older", { count: num(games.length - SHOWN) })}</summary>
          <ul class="stack">{items(games.slice(SHOWN))}</ul>
        </details>
      )}
    </section>
  );
}
