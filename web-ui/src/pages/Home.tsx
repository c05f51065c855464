import type { JSX } from "preact";
import { PageTitle } from "../components/PageTitle";
import type { DeclaredAs } from "../generated/api";
import { today } from "../lib/days";
import { packageOf, sentence, titled, tongue, useGames } from "../lib/games";
import { num, t } from "../lib/i18n";
import { doneOf, unfinishedOf, useProfile } from "../lib/profile";
import { goOnPath } from "../lib/results";
import { proofPath, type Route } from "../lib/router";
import { OWN, ownPages } from "./games";
import "./home.css";

/** A link to a game, with the game's picture, its name and a short description. */
function Card({ game }: { game: DeclaredAs }): JSX.Element {
  const pages = ownPages(game.name);
  const { text, lang } = titled(game);
  return (
    <li>
      <a class={`card home-game ${pages ? "" : "plain"}`} href={`/${game.name}`}>
        {pages && <pages.Emblem />}
        <b lang={lang}>{text}</b>
        {pages ? (
          <span>{t(pages.line)}</span>
        ) : (
          <span>
            <span {...tongue(game)}>{sentence(game)}</span> {packageOf(game)}
          </span>
        )}
      </a>
    </li>
  );
}

/** The home page. It shows a board that can be played immediately, the games, and links to the other pages. */
export function Home(_: { route: Route }): JSX.Element {
  const games = useGames();
  const profile = useProfile();
  const done = games.filter(({ name }) => doneOf(profile, today(), name) !== null);
  const [last] = unfinishedOf(profile);
  const lastGame = games.find(({ name }) => name === last?.game);
  return (
    <div class="home">
      <PageTitle text={t("home.title")} window={t("home.window")} />
      {OWN.map(({ name, Live }) => Live && <Live key={name} />)}
      <h2 class="visually-hidden">{t("home.games")}</h2>
      <ul class="home-games columns">
        {games.map((game) => (
          <Card key={game.name} game={game} />
        ))}
      </ul>
      <ul class="stack">
        {last && lastGame && (
          <li>
            <a href={goOnPath(last)}>{t("daily.home.goOn", { game: titled(lastGame).text })}</a>
          </li>
        )}
        <li>
          <a href="/daily">{t("daily.home.play")}</a>{" "}
          {done.length > 0
            ? t("daily.home.done", { games: done.map((game) => titled(game).text).join(", ") })
            : t("daily.home.text")}
        </li>
        <li>
          <a href="/teach">{t("classroom.home.title")}</a> {t("classroom.home.text")}
        </li>
        {OWN.map(
          ({ name, proven }) =>
            proven && (
              <li key={name}>
                <a href={proofPath(proven.position)}>{t("home.proofs")}</a>{" "}
                {t("home.proofs.text", { n: num(proven.n), best: num(proven.best) })}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
