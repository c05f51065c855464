import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { PageTitle } from "../components/PageTitle";
import { list, num, t } from "../lib/i18n";
import type { Route } from "../lib/router";
import "./home.css";

const POT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const TAKEN = 10;
const COINS = [5, 1, 1, 5, 1, 2, 2, 1];
const DEAL = [3, 6, 9, 10, 50, 100];
const TARGET = 951;

function GameCard(props: {
  title: string;
  rule: string;
  example: string;
  /** What the children show, in words. */
  picture: string;
  href: string;
  play: string;
  children: ComponentChildren;
}): JSX.Element {
  const id = useId();
  return (
    <section class="card home-game" aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      <p class="home-rule">{props.rule}</p>
      <div class="home-picture" role="img" aria-label={props.picture}>
        {props.children}
      </div>
      <p>{props.example}</p>
      <p class="home-play">
        <a class="button primary" href={props.href}>
          {props.play}
        </a>
      </p>
    </section>
  );
}

/** The same cards, rows and deals as on the games' pages, each with a question. */
export function Home(_: { route: Route }): JSX.Element {
  return (
    <>
      <PageTitle text={t("home.title")} lead={t("home.lead")} />
      <h2 class="visually-hidden">{t("home.games")}</h2>
      <div class="home-games">
        <GameCard
          title={t("home.taxman.title")}
          rule={t("home.taxman.rule")}
          example={t("home.taxman.example")}
          picture={t("home.taxman.picture")}
          href="/taxman"
          play={t("home.taxman.play")}
        >
          <div class="home-pot">
            {POT.map((number) => {
              const fate = number === TAKEN ? "take" : TAKEN % number === 0 ? "tax" : "open";
              const caption = { take: t("home.taxman.you"), tax: t("home.taxman.tax"), open: "\u00a0" }[fate];
              return (
                <span class={`tile ${fate}`} key={number}>
                  <b>{number}</b>
                  <small>{caption}</small>
                </span>
              );
            })}
          </div>
        </GameCard>
        <GameCard
          title={t("home.coins.title")}
          rule={t("home.coins.rule")}
          example={t("home.coins.example")}
          picture={t("home.coins.picture", { coins: list(COINS.map(String)) })}
          href="/coins"
          play={t("home.coins.play")}
        >
          <div class="home-row">
            {COINS.map((coin, place) => (
              <span class="coin" key={place}>
                {coin}
              </span>
            ))}
          </div>
        </GameCard>
        <GameCard
          title={t("home.pursuit.title")}
          rule={t("home.pursuit.rule")}
          example={t("home.pursuit.example", { target: TARGET })}
          picture={t("home.pursuit.picture", { numbers: list(DEAL.map(String)), target: TARGET })}
          href="/pursuit"
          play={t("home.pursuit.play")}
        >
          <div class="home-deal">
            {DEAL.map((number) => (
              <span class="number-card" key={number}>
                {number}
              </span>
            ))}
            <span class="home-target">
              <small>{t("home.pursuit.target")}</small>
              <b>{num(TARGET)}</b>
            </span>
          </div>
        </GameCard>
      </div>
      <h2 class="visually-hidden">{t("home.more")}</h2>
      <div class="grid-2">
        <a class="card home-more" href="/lab">
          <h3>{t("home.lab.title")}</h3>
          <p>{t("home.lab.text")}</p>
        </a>
        <a class="card home-more" href="/worksheets">
          <h3>{t("home.worksheets.title")}</h3>
          <p>{t("home.worksheets.text")}</p>
        </a>
      </div>
    </>
  );
}
