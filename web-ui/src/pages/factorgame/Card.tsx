import type { JSX } from "preact";
import { GameCard } from "../../components/GameCard";
import { t } from "../../lib/i18n";

const BOARD = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const TAKEN = 9;

/** A position of which the card tells what is proven. */
const PROVEN = "factorgame:30";

/** The game on the home page, with a question. */
export function Card(): JSX.Element {
  return (
    <GameCard
      title={t("home.factorgame.title")}
      rule={t("home.factorgame.rule")}
      example={t("home.factorgame.example")}
      picture={t("home.factorgame.picture")}
      href="/factorgame"
      proven={{ text: t("proof.factorgame.home"), position: PROVEN }}
      play={t("home.factorgame.play")}
    >
      <div class="home-pot six">
        {BOARD.map((number) => {
          const fate = number === TAKEN ? "take" : TAKEN % number === 0 ? "tax" : "open";
          const caption = { take: t("home.factorgame.you"), tax: t("home.factorgame.other"), open: "\u00a0" }[fate];
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
