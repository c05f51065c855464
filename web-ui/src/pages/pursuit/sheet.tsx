import type { JSX } from "preact";
import type { PursuitExercise } from "../../generated/api";
import { t } from "../../lib/i18n";
import { Exercise, Sequence } from "../worksheets/Exercise";
import type { SheetPages } from "../worksheets/model";

/** Return a formula with printed signs. */
function typeset(text: string): string {
  return text
    .replaceAll(/\s*\*\s*/g, " × ")
    .replaceAll(/\s*\/\s*/g, " ÷ ")
    .replaceAll(/\s*\+\s*/g, " + ")
    .replaceAll(/([\d)])\s*-\s*/g, "$1 − ")
    .replaceAll("-", "−");
}

function PursuitDeal({ exercise, at }: { exercise: PursuitExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("worksheets.pursuit.target", { target: exercise.target })}>
      <ul class="sheet-cards" aria-label={t("worksheets.pursuit.numbers")}>
        {exercise.numbers.map((number, i) => (
          <li key={i}>{number}</li>
        ))}
        <li class="sheet-target" aria-hidden="true">
          {exercise.target}
        </li>
      </ul>
      <ol class="sheet-lines" aria-label={t("worksheets.pursuit.working")}>
        {exercise.numbers.slice(1).map((_, i) => (
          <li key={i} />
        ))}
      </ol>
    </Exercise>
  );
}

function PursuitAnswer({ exercise, at }: { exercise: PursuitExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("worksheets.pursuit.target", { target: exercise.target })}>
      <p>
        {t("worksheets.pursuit.from", { numbers: exercise.numbers.join(", ") })}{" "}
        <strong>
          {typeset(exercise.expression)} = {exercise.target}
        </strong>
      </p>
      <p>
        <Sequence items={exercise.steps.map(typeset)} between={t("common.then", { a: "", b: "" })} />
      </p>
    </Exercise>
  );
}

export const sheet: SheetPages<PursuitExercise> = {
  title: "worksheets.game.pursuit",
  heading: "worksheets.heading.pursuit",
  rules: "worksheets.rules.pursuit",
  Question: PursuitDeal,
  Answer: PursuitAnswer,
  perPage: () => 3,
  answersPerPage: () => 8,
  usual: 3,
  choices: [
    {
      name: "deck",
      label: "worksheets.deck",
      options: [
        { value: "cards", label: "worksheets.deck.cards" },
        { value: "classic", label: "worksheets.deck.classic" },
      ],
    },
  ],
};
