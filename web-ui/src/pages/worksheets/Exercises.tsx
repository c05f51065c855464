import { type ComponentChildren, Fragment, type JSX } from "preact";
import { num, t, tn } from "../../lib/i18n";
import { type CoinsExercise, mostMoves, type PursuitExercise, type TaxmanExercise, typeset } from "./model";

/** An exercise with its number. */
function Exercise(props: { at: number; title: string; class?: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class={`sheet-exercise ${props.class ?? ""}`}>
      <h3>
        <span class="sheet-number">{num(props.at)}</span> {props.title}
      </h3>
      {props.children}
    </section>
  );
}

/** A place to write something. */
function Blank(props: { label: string; width?: "short" | "long" }): JSX.Element {
  return (
    <span class="sheet-blank">
      {props.label} <span class={`sheet-rule ${props.width ?? "short"}`} />
    </span>
  );
}

/** Things in a line that ends between them, and not within one. */
function Sequence(props: { items: readonly ComponentChildren[]; between: string }): JSX.Element {
  return (
    <>
      {props.items.map((item, i) => (
        <Fragment key={i}>
          {i > 0 && props.between}
          <span class="sheet-piece">{item}</span>
        </Fragment>
      ))}
    </>
  );
}

/** Moves from which on lines are closer together: board and lines share a page. */
const LONG = 20;

export function TaxmanBoard({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  const moves = mostMoves(exercise.n);
  const columns = moves > 6 ? 2 : 1;
  const rows = Math.ceil(moves / columns);
  return (
    <Exercise at={at} title={t("worksheets.taxman.pot", { n: exercise.n })} class={moves > LONG ? "dense" : ""}>
      <ol class="sheet-tiles" aria-label={t("worksheets.taxman.board")}>
        {Array.from({ length: exercise.n }, (_, i) => (
          <li key={i}>{i + 1}</li>
        ))}
      </ol>
      <div class="sheet-ledgers">
        {Array.from({ length: columns }, (_, column) => (
          <table key={column} class="sheet-ledger">
            <thead>
              <tr>
                <th scope="col">{t("worksheets.taxman.move")}</th>
                <th scope="col">{t("worksheets.taxman.take")}</th>
                <th scope="col">{t("worksheets.taxman.tax")}</th>
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: rows }, (_, row) => (
                <tr key={row}>
                  <th scope="row">{column * rows + row + 1}</th>
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p class="sheet-blanks">
        <Blank label={t("worksheets.taxman.mine")} />
        <Blank label={t("worksheets.taxman.his")} />
        <span>{t("worksheets.taxman.total", { total: (exercise.n * (exercise.n + 1)) / 2 })}</span>
      </p>
    </Exercise>
  );
}

export function TaxmanAnswer({ exercise, at }: { exercise: TaxmanExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("worksheets.taxman.pot", { n: exercise.n })}>
      <p>
        <strong>{t("worksheets.taxman.best", { score: exercise.score, taxman: exercise.taxman })}</strong>{" "}
        {t("worksheets.taxman.proven")}
      </p>
      <p>
        {t("worksheets.taxman.way")}{" "}
        <Sequence
          items={exercise.moves.map((move) => (
            <>
              <b>{move.take}</b> ({move.tax.join(", ")})
            </>
          ))}
          between=", "
        />
      </p>
    </Exercise>
  );
}

export function CoinsRow({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={tn("worksheets.coins.row", exercise.coins.length)}>
      <ol class="sheet-coins" aria-label={t("worksheets.coins.coins")}>
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

export function CoinsAnswer({ exercise, at }: { exercise: CoinsExercise; at: number }): JSX.Element {
  const end = exercise.best_moves === "L" ? exercise.coins[0] : exercise.coins.at(-1);
  const verdict =
    exercise.margin === 0
      ? t("worksheets.coins.tie", { first: exercise.first })
      : t(exercise.margin > 0 ? "worksheets.coins.firstWins" : "worksheets.coins.secondWins", {
          first: exercise.first,
          second: exercise.second,
        });
  return (
    <Exercise at={at} title={exercise.coins.join(" ")}>
      <p>
        <strong>
          {t(exercise.best_moves === "L" ? "worksheets.coins.takeLeft" : "worksheets.coins.takeRight", { coin: end ?? 0 })}
        </strong>{" "}
        {verdict} {t("worksheets.coins.cost", { cost: exercise.mistake_cost })}
      </p>
      <p>{t("worksheets.coins.line", { coins: exercise.taken.join(", ") })}</p>
    </Exercise>
  );
}

export function PursuitDeal({ exercise, at }: { exercise: PursuitExercise; at: number }): JSX.Element {
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

export function PursuitAnswer({ exercise, at }: { exercise: PursuitExercise; at: number }): JSX.Element {
  return (
    <Exercise at={at} title={t("worksheets.pursuit.target", { target: exercise.target })}>
      <p>
        {t("worksheets.pursuit.from", { numbers: exercise.numbers.join(", ") })}{" "}
        <strong>
          {typeset(exercise.expression)} = {exercise.target}
        </strong>
      </p>
      <p>
        <Sequence items={exercise.steps.map(typeset)} between="; " />
      </p>
    </Exercise>
  );
}
