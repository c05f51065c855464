import type { JSX } from "preact";
import type { CoinsExercise } from "../../generated/api";
import { t, tn } from "../../lib/i18n";
import { Blank, Exercise } from "../worksheets/Exercise";
import type { SheetPages } from "../worksheets/model";
import { sign } from "./model";

function CoinsRow({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={tn("worksheets.coins.row", exercise.coins.length)}>
      <ol class="sheet-rounds" aria-label={t("worksheets.coins.coins")}>
        {exercise.coins.map((coin, i) => (
          <li key={i}>{coin}</li>
        ))}
      </ol>
      <p class="sheet-blanks">
        <span class="sheet-boxes">
          {t("worksheets.coins.begin")} <i class="sheet-box" /> {t("worksheets.coins.left")} <i class="sheet-box" />{" "}
          {t("worksheets.coins.right")}
        </span>
        <Blank label={t("worksheets.coins.first")} />
        <Blank label={t("worksheets.coins.second")} />
      </p>
    </Exercise>
  );
}

function CoinsAnswer({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  const end = exercise.best_moves === "L" ? exercise.coins[0] : exercise.coins.at(-1);
  const direction = sign(exercise.margin);
  const verdict =
    direction === 0
      ? t("worksheets.coins.tie", { first: exercise.first })
      : t(direction > 0 ? "worksheets.coins.firstWins" : "worksheets.coins.secondWins", {
          first: exercise.first,
          second: exercise.second,
        });
  return (
    <Exercise at={at} title={exercise.coins.join(" ")}>
      <p>
        <strong>
          {t(exercise.best_moves === "L" ? "worksheets.coins.takeLeft" : "worksheets.coins.takeRight", {
            coin: end ?? 0,
          })}
        </strong>{" "}
        {verdict} {t("worksheets.coins.cost", { cost: exercise.mistake_cost })}
      </p>
      <p>{t("worksheets.coins.line", { coins: exercise.taken.join(", ") })}</p>
    </Exercise>
  );
}

export const sheet: SheetPages<CoinsExercise> = {
  title: "worksheets.game.coins",
  heading: "worksheets.heading.coins",
  rules: "worksheets.rules.coins",
  Question: CoinsRow,
  Answer: CoinsAnswer,
  perPage: () => 5,
  answersPerPage: () => 8,
  usual: 5,
  choices: [],
};
