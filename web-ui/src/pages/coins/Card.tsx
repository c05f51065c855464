import type { JSX } from "preact";
import { GameCard } from "../../components/GameCard";
import { list, t } from "../../lib/i18n";

const COINS = [5, 1, 1, 5, 1, 2, 2, 1];

/** A position of which the card tells what is proven. */
const PROVEN = "coins:5.1.1.5.1.2.2.1";

/** The game on the home page, with a question. */
export function Card(): JSX.Element {
  return (
    <GameCard
      title={t("home.coins.title")}
      rule={t("home.coins.rule")}
      example={t("home.coins.example")}
      picture={t("home.coins.picture", { coins: list(COINS.map(String)) })}
      href="/coins"
      proven={{ text: t("proof.coins.home"), position: PROVEN }}
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
  );
}
