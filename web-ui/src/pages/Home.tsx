import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { HomeToday } from "../components/HomeToday";
import { PageTitle } from "../components/PageTitle";
import type { DeclaredAs } from "../generated/api";
import { packageOf, sentence, tongue, useGames } from "../lib/games";
import { t } from "../lib/i18n";
import type { Route } from "../lib/router";
import { OWN, ownPages } from "./games";
import "./home.css";

/** A game that has no card of its own: a line, below those that have. */
function PlainCard({ game }: { game: DeclaredAs }): JSX.Element {
  const id = useId();
  const from = packageOf(game);
  return (
    <section class="card home-plain" aria-labelledby={id}>
      <div>
        <h2 id={id} {...tongue(game)}>
          {game.title}
        </h2>
        <p class="home-rule">
          <span {...tongue(game)}>{sentence(game)}</span> {from}
        </p>
      </div>
      <a class="button primary" href={`/${game.name}`}>
        {t("home.plain.play")}
      </a>
    </section>
  );
}

/** The games, and what there is beside them. */
export function Home(_: { route: Route }): JSX.Element {
  const games = useGames();
  return (
    <>
      <PageTitle text={t("home.title")} lead={t("home.lead")} />
      {OWN.map(({ name, Live }) => Live && <Live key={name} />)}
      <HomeToday />
      <h2 class="visually-hidden">{t("home.games")}</h2>
      <div class="home-games">
        {games.map((game) => {
          const Card = ownPages(game.name)?.Card;
          return Card ? <Card key={game.name} /> : <PlainCard key={game.name} game={game} />;
        })}
      </div>
      <h2 class="visually-hidden">{t("home.more")}</h2>
      <div class="home-others">
        <a class="card home-more" href="/lab">
          <h3>{t("home.lab.title")}</h3>
          <p>{t("home.lab.text")}</p>
        </a>
        <a class="card home-more" href="/learn">
          <h3>{t("classroom.home.learn.title")}</h3>
          <p>{t("classroom.home.learn.text")}</p>
        </a>
        <a class="card home-more" href="/teach">
          <h3>{t("classroom.home.title")}</h3>
          <p>{t("classroom.home.text")}</p>
        </a>
        <a class="card home-more" href="/worksheets">
          <h3>{t("home.worksheets.title")}</h3>
          <p>{t("home.worksheets.text")}</p>
        </a>
      </div>
    </>
  );
}
