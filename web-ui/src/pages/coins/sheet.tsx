import type { JSX } from "preact";
import type { CoinsExercise } from "../../generated/api";
import { sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";
import { tn } from "../../lib/wording";
import { Blank, Exercise } from "../worksheets/Exercise";
import type { SheetPages } from "../worksheets/model";

function CoinsRow({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={tn("worksheets.coins.row", exercise.coins.length)}>
      <ol class="sheet-rounds" aria-label={t("worksheets.coins.coins")}>
        {exercise.coins.map((coin, i) => (
          <li key={i}>{coin}</li>
        ))}
      </ol>
      <p class="sheet-blanks">
        <span>
          {t("worksheets.coins.begin")} <i class="sheet-box" /> {t("worksheets.coins.left")} <i class="sheet-box" />{" "}
          {t("worksheets.coins.right")}
        </span>
        <Blank label={t("worksheets.coins.first")} />
        <Blank label={t("worksheets.coins.second")} />
      </p>
    </Exercise>
  );
}

/** Return a text that names the winner and both totals. */
function verdictOf({ margin, first, second }: CoinsExercise): string {
  const direction = sign(margin);
  return direction === 0
    ? t("worksheets.coins.tie", { first })
    : t(direction > 0 ? "worksheets.coins.firstWins" : "worksheets.coins.secondWins", { first, second });
}

function CoinsAnswer({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  const end = exercise.best_moves === "L" ? exercise.coins[0] : exercise.coins.at(-1);
  return (
    <Exercise at={at} title={exercise.coins.join(" ")}>
      <p>
        <strong>
          {t(exercise.best_moves === "L" ? "worksheets.coins.takeLeft" : "worksheets.coins.takeRight", {
            coin: end ?? 0,
          })}
        </strong>{" "}
        {verdictOf(exercise)} {t("worksheets.coins.cost", { cost: exercise.mistake_cost })}
      </p>
      <p>{t("worksheets.coins.line", { coins: exercise.taken.join(", ") })}</p>
    </Exercise>
  );
}

/** The triangle above its coins, with the known cells filled in. */
function TriangleCells(props: { exercise: CoinsExercise; filled: boolean }): JSX.Element {
  const { coins, triangle } = props.exercise;
  const rows = (triangle ?? []).map((values, at) => ({ values, length: at + 1 })).reverse();
  return (
    <div class="sheet-triangle">
      {rows.map(({ values, length }) => (
        <div key={length}>
          <span class="mover" aria-hidden="true">
            {(coins.length - length) % 2 === 0 ? "▲" : "▽"}
          </span>
          {values.map((value, i) => (
            <span class="sheet-cell" key={i}>
              {props.filled && num(value)}
            </span>
          ))}
        </div>
      ))}
      <ol class="sheet-rounds" aria-label={t("worksheets.coins.coins")}>
        {coins.map((coin, i) => (
          <li key={i}>{coin}</li>
        ))}
      </ol>
    </div>
  );
}

function TriangleQuestion({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={tn("worksheets.coins.row", exercise.coins.length)}>
      <TriangleCells exercise={exercise} filled={false} />
      <p>
        {t("classroom.sheet.level.first")} · {t("classroom.sheet.level.second")}
      </p>
    </Exercise>
  );
}

function TriangleAnswer({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("classroom.sheet.triangleOf", { coins: exercise.coins.join(" ") })} class="filled">
      <TriangleCells exercise={exercise} filled />
      <p>{verdictOf(exercise)}</p>
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
  choices: [
    {
      name: "kind",
      label: "classroom.sheet.kind",
      options: [
        { value: "ends", label: "classroom.sheet.ends" },
        { value: "triangle", label: "classroom.sheet.triangle" },
      ],
    },
  ],
  kinds: {
    triangle: {
      rules: "classroom.sheet.rules.triangle",
      Question: TriangleQuestion,
      Answer: TriangleAnswer,
      perPage: (level) => (level === "hard" ? 1 : 2),
      answersPerPage: (level) => (level === "easy" ? 3 : 2),
      usual: 2,
    },
  },
};
