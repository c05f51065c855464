import type { JSX } from "preact";
import { GameCard } from "../../components/GameCard";
import { t } from "../../lib/i18n";

const POT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const TAKEN = 10;

/** A position of which the card tells what is proven. */
const PROVEN = "taxman:100";

/** The game on the home page, with a question. */
export function Card(): JSX.Element {
  return (
    <GameCard
      title={t("home.taxman.title")}
      rule={t("home.taxman.rule")}
      example={t("home.taxman.example")}
      picture={t("home.taxman.picture")}
      href="/taxman"
      proven={{ text: t("proof.taxman.home"), position: PROVEN }}
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
  );
}
