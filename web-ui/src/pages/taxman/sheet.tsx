import type { JSX } from "preact";
import type { TaxmanExercise } from "../../generated/api";
import { list, num, type TextKey, t } from "../../lib/i18n";
import { rich } from "../../lib/wording";
import { Blank, Exercise, Sequence } from "../worksheets/Exercise";
import { Ledgers, NumbersToCross } from "../worksheets/Ledgers";
import type { SheetPages } from "../worksheets/model";
import { pairsOf } from "./pricing";

/**
 * Return an upper bound on the moves in a game of {1..n}. Each move removes a number and a divisor. At most one of the
 * primes above n / 2 is taken, since 1 is their only divisor, and they divide nothing else.
 */
function mostMoves(n: number): number {
  let idle = 0;
  for (let number = Math.max(2, Math.floor(n / 2) + 1); number <= n; number += 1) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor += 1) {
      prime &&= number % factor !== 0;
    }
    idle += Number(prime);
  }
  return Math.floor((n - Math.max(0, idle - 1)) / 2);
}

/** Above this number of moves, lines are closer together, so that the board and the lines fit on one page. */
const LONG = 20;
/** An exercise on paper: the pot, a line for each move, and the sums at the end. */
function Paper(props: {
  exercise: TaxmanExercise;
  at: number;
  moves: number;
  /** The heading of the column with the numbers taken. */
  taken: TextKey;
  /** Numbers that are already printed in the lines. */
  given?: readonly number[];
}): JSX.Element {
  const { exercise, moves, given } = props;
  return (
    <Exercise at={props.at} title={t("worksheets.taxman.pot", { n: exercise.n })} class={moves > LONG ? "dense" : ""}>
      <NumbersToCross n={exercise.n} label={t("worksheets.taxman.board")} />
      <Ledgers
        lines={moves}
        heads={[t("worksheets.taxman.move"), t(props.taken), t("worksheets.taxman.tax")]}
        {...(given && { given })}
      />
      <p class="sheet-blanks">
        <Blank label={t("worksheets.taxman.mine")} />
        <Blank label={t("worksheets.taxman.his")} />
        <span>{t("worksheets.taxman.total", { total: (exercise.n * (exercise.n + 1)) / 2 })}</span>
      </p>
    </Exercise>
  );
}

function TaxmanBoard({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  return <Paper exercise={exercise} at={at} moves={mostMoves(exercise.n)} taken="worksheets.taxman.take" />;
}

/** A best game, including the tax on each number. */
function Moves({ exercise }: { exercise: TaxmanExercise }): JSX.Element {
  return (
    <Sequence
      items={exercise.moves.map((move) => (
        <>
          <b>{move.take}</b> ({move.tax.join(", ")})
        </>
      ))}
      between=", "
    />
  );
}

function Way({ exercise }: { exercise: TaxmanExercise }): JSX.Element {
  return (
    <p>
      {t("worksheets.taxman.way")} <Moves exercise={exercise} />
    </p>
  );
}

function TaxmanAnswer({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("worksheets.taxman.pot", { n: exercise.n })}>
      <p>
        <strong>{t("worksheets.taxman.best", { score: exercise.score, taxman: exercise.taxman })}</strong>{" "}
        {t("worksheets.taxman.proven")}
      </p>
      <Way exercise={exercise} />
    </Exercise>
  );
}

/** An exercise with a finished game, in which the reader has to find the tax on each number. */
function Divisors({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  const given = exercise.moves.map(({ take }) => take);
  return <Paper exercise={exercise} at={at} moves={given.length} taken="classroom.sheet.taken" given={given} />;
}

function DivisorsAnswer({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  const gone = new Set(exercise.moves.flatMap(({ take, tax }) => [take, ...tax]));
  const rest = Array.from({ length: exercise.n }, (_, i) => i + 1).filter((number) => !gone.has(number));
  return (
    <Exercise at={at} title={t("worksheets.taxman.pot", { n: exercise.n })}>
      <p>
        <Moves exercise={exercise} />
      </p>
      <p>
        {rest.length > 0 ? t("classroom.sheet.rest", { numbers: rest.join(", ") }) : t("classroom.sheet.noRest")}{" "}
        <strong>{t("classroom.sheet.result", { player: exercise.score, taxman: exercise.taxman })}</strong>
      </p>
    </Exercise>
  );
}

/** An exercise about prices. The board has room for a price on each number, and the pairs to check are listed. */
function Prices({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  const pot = Array.from({ length: exercise.n }, (_, i) => i + 1);
  return (
    <Exercise at={at} title={t("worksheets.taxman.pot", { n: exercise.n })}>
      <ol class="sheet-tiles priced" aria-label={t("taxman.prices.board", { n: num(exercise.n) })}>
        {pot.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ol>
      <ul class="sheet-pairs">
        {pairsOf(pot).map(({ take, pays }) => (
          <li key={`${take} ${pays}`}>
            <Blank label={list([String(take), String(pays)])} />
          </li>
        ))}
      </ul>
      <p class="sheet-blanks">
        <Blank label={t("classroom.sheet.allPrices")} />
      </p>
    </Exercise>
  );
}

function PricesAnswer({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("worksheets.taxman.pot", { n: exercise.n })}>
      <p>
        <Sequence
          items={(exercise.prices ?? []).map(({ number, price }) =>
            rich("common.named", { name: <b>{number}</b>, what: price }),
          )}
          between=", "
        />
      </p>
      <p>
        {t("proof.taxman.why.free")} <strong>{t("classroom.sheet.priced", { score: num(exercise.score) })}</strong>
      </p>
      <Way exercise={exercise} />
    </Exercise>
  );
}

export const sheet: SheetPages<TaxmanExercise> = {
  title: "worksheets.game.taxman",
  heading: "worksheets.heading.taxman",
  rules: "worksheets.rules.taxman",
  Question: TaxmanBoard,
  Answer: TaxmanAnswer,
  perPage: (level) => (level === "easy" ? 2 : 1),
  answersPerPage: (level) => (level === "easy" ? 8 : 6),
  usual: 2,
  choices: [
    {
      name: "kind",
      label: "classroom.sheet.kind",
      options: [
        { value: "game", label: "classroom.sheet.game", here: true },
        { value: "divisors", label: "classroom.sheet.divisors", here: true },
        { value: "prices", label: "taxman.prices.title" },
      ],
    },
  ],
  kinds: {
    divisors: {
      rules: "classroom.sheet.rules.divisors",
      Question: Divisors,
      Answer: DivisorsAnswer,
    },
    prices: {
      rules: "classroom.sheet.rules.prices",
      Question: Prices,
      Answer: PricesAnswer,
      perPage: (level) => (level === "easy" ? 2 : 1),
      answersPerPage: (level) => (level === "hard" ? 4 : 6),
    },
  },
};
