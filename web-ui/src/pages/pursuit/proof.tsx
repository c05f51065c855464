/** Texts that explain the proofs of arithmetical pursuit. */
import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import type { PursuitDescribed } from "../../generated/api";
import { list, num, t } from "../../lib/i18n";
import { useData } from "../../lib/questions";
import type { Moment, ProofPages } from "../proof/model";
import { SIGNS } from "./model";
import "./pursuit.css";

/** The numbers on the table at a moment of a finished game, and how they were made. */
function Board({ end, left }: Moment): JSX.Element {
  const { data, error, again } = useData<PursuitDescribed>("/position", { id: end });
  if (error) {
    return <ErrorNote error={error} onRetry={again} />;
  }
  if (data === null) {
    return <Busy label={t("proof.board.loading")} />;
  }
  // Count moves as steps: only the last move can be a stop, which is not a step.
  const steps = data.steps.slice(0, data.moves.length - left);
  const used = new Set(steps.flatMap(({ keys: [one, other] }) => [one, other]));
  const made = [
    ...data.numbers.map((value, key) => ({ key, text: num(value) })),
    ...steps.map(({ keys, texts }) => ({ key: keys[2], text: num(texts[2]) })),
  ].filter(({ key }) => !used.has(key));
  const numbers = list(data.numbers.map((value) => num(value)));
  return (
    <>
      <p>{t("proof.pursuit.board", { numbers, target: num(data.target) })}</p>
      <p class="proof-deal row">
        {made.map(({ key, text }) => (
          <span class="number-card" key={key}>
            {text}
          </span>
        ))}
      </p>
      {steps.length > 0 && (
        <ol class="marked">
          {steps.map(({ keys, operator, texts }) => (
            <li key={keys[2]}>
              {num(texts[0])} {SIGNS[operator]} {num(texts[1])} = {num(texts[2])}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

export const proof: ProofPages = {
  claim: ({ about, claim }) => {
    const [, numbers = "", target = ""] = about.split(":");
    const told = { numbers: list(numbers.split(".")), target: num(target) };
    if (claim.distance === 0) {
      return t("proof.pursuit.hit", told);
    }
    return claim.value === null || claim.value === undefined
      ? t("proof.pursuit.nothing", told)
      : t("proof.pursuit.nearest", { ...told, value: num(String(claim.value)), distance: num(String(claim.distance)) });
  },
  Board,
  kinds: {
    formula: { name: "proof.pursuit.formula.name", text: "proof.pursuit.formula" },
    closure: { name: "proof.pursuit.closure.name", text: "proof.pursuit.closure" },
  },
};
