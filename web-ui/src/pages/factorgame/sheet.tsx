import type { JSX } from "preact";
import type { FactorExercise } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { rich } from "../../lib/wording";
import { Blank, Exercise, Sequence } from "../worksheets/Exercise";
import { Ledgers, NumbersToCross } from "../worksheets/Ledgers";
import type { SheetPages } from "../worksheets/model";

/** Above this number of moves, lines are closer together, so that the board and the lines fit on one page. */
const LONG = 14;

const titleOf = ({ n }: FactorExercise): string => t("worksheets.taxman.pot", { n });
const total = ({ n }: FactorExercise): string => t("worksheets.taxman.total", { total: (n * (n + 1)) / 2 });

/** The board, a line for each move, and both sums at the end. */
function Game({ exercise, at }: { exercise: FactorExercise; at: number }): JSX.Element {
  // Each move removes a number and, by the strict rule, at least one of its divisors.
  const moves = Math.floor(exercise.n / 2);
  return (
    <Exercise at={at} title={titleOf(exercise)} class={moves > LONG ? "dense" : ""}>
      <NumbersToCross n={exercise.n} label={t("worksheets.taxman.board")} />
      <Ledgers
        lines={moves}
        heads={[t("worksheets.taxman.move"), t("worksheets.factorgame.taken"), t("worksheets.factorgame.given")]}
      />
      <p class="sheet-blanks">
        <Blank label={t("worksheets.factorgame.first")} />
        <Blank label={t("worksheets.factorgame.second")} />
        <span>{total(exercise)}</span>
      </p>
    </Exercise>
  );
}

function Best({ exercise }: { exercise: FactorExercise }): JSX.Element {
  const { best_moves: best, lead } = exercise;
  return <strong>{t("worksheets.factorgame.best", { best: best.join(", "), lead })}</strong>;
}

function GameAnswer({ exercise, at }: { exercise: FactorExercise; at: number }): JSX.Element {
  const [first, second] = exercise.points;
  return (
    <Exercise at={at} title={titleOf(exercise)}>
      <p>
        <Best exercise={exercise} />{" "}
        {t("worksheets.factorgame.line", { line: exercise.line.join(", "), first, second })}
      </p>
    </Exercise>
  );
}

/** A table with a line for each possible first move. */
function Table({ exercise, at }: { exercise: FactorExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={titleOf(exercise)} class={exercise.n > 2 * LONG ? "dense" : ""}>
      <Ledgers
        lines={exercise.n - 1}
        spare={false}
        front={(line) => line + 2}
        heads={[
          t("worksheets.factorgame.number"),
          t("worksheets.factorgame.own"),
          t("worksheets.factorgame.other"),
          t("worksheets.factorgame.difference"),
        ]}
      />
      <p class="sheet-blanks">
        <Blank label={t("worksheets.factorgame.mine")} />
      </p>
    </Exercise>
  );
}

function TableAnswer({ exercise, at }: { exercise: FactorExercise; at: number }): JSX.Element {
  const told = exercise.gains.flatMap((gain, i) =>
    gain === null ? [] : [`${i + 1}: ${gain > 0 ? "+" : ""}${num(gain)}`],
  );
  return (
    <Exercise at={at} title={titleOf(exercise)}>
      <p>
        {rich("worksheets.factorgame.differences", { told: <Sequence items={told} between="; " /> })}{" "}
        <Best exercise={exercise} />
      </p>
    </Exercise>
  );
}

export const sheet: SheetPages<FactorExercise> = {
  title: "worksheets.game.factorgame",
  heading: "worksheets.heading.factorgame",
  rules: "worksheets.rules.factorgame",
  Question: Game,
  Answer: GameAnswer,
  perPage: (level) => (level === "hard" ? 1 : 2),
  answersPerPage: () => 8,
  usual: 2,
  choices: [
    {
      name: "rule",
      label: "worksheets.factorgame.rule",
      options: [
        { value: "strict", label: "worksheets.factorgame.strict" },
        { value: "classroom", label: "worksheets.factorgame.classroom" },
      ],
    },
    {
      name: "task",
      label: "classroom.sheet.kind",
      options: [
        { value: "game", label: "classroom.sheet.game" },
        { value: "table", label: "worksheets.factorgame.table" },
      ],
    },
  ],
  kinds: {
    classroom: { rules: "worksheets.rules.factorgame.pass" },
    table: {
      rules: "worksheets.rules.factorgame.table",
      Question: Table,
      Answer: TableAnswer,
      answersPerPage: () => 6,
    },
  },
};
