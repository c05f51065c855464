import type { JSX } from "preact";
import { GameCard } from "../../components/GameCard";
import { list, num, t } from "../../lib/i18n";

const DEAL = [3, 6, 9, 10, 50, 100];
const TARGET = 951;

/** A position of which the card tells what is proven. */
const PROVEN = "pursuit:1.1.2.2.3.3:999";

/** The game on the home page, with a question. */
export function Card(): JSX.Element {
  return (
    <GameCard
      title={t("home.pursuit.title")}
      rule={t("home.pursuit.rule")}
      example={t("home.pursuit.example", { target: TARGET })}
      picture={t("home.pursuit.picture", { numbers: list(DEAL.map(String)), target: TARGET })}
      href="/pursuit"
      proven={{ text: t("proof.pursuit.home"), position: PROVEN }}
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
  );
}
