import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { NumberField, readInteger } from "../../components/NumberField";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import type { CoinsRule } from "../../generated/api";
import { num, rich, type TextKey, t, tn } from "../../lib/i18n";
import { navigate } from "../../lib/router";
import { useLive } from "../../lib/solver";
import type { LabRoomProps } from "../lab/pictures";
import { Coin, metals } from "./Coin";
import "./coins.css";
import "./rules.css";

/** What the words of a rule say of a row; the server tells which words there are. */
const MEANINGS: Readonly<Record<string, TextKey>> = {
  tied: "lab.rules.tied",
  even: "lab.rules.even",
  "ends-equal": "lab.rules.endsEqual",
  "middle-equal": "lab.rules.middleEqual",
  pair: "lab.rules.pair",
  "two-values": "lab.rules.twoValues",
  palindrome: "lab.rules.palindrome",
  "equal-sums": "lab.rules.equalSums",
  balanced: "lab.rules.balanced",
  "inner-tied": "lab.rules.innerTied",
  "raised-tied": "lab.rules.raisedTied",
  wrapped: "lab.rules.wrapped",
  joined: "lab.rules.joined",
  arises: "lab.rules.arises",
  primitive: "lab.rules.primitive",
};
const OPERATORS = ["and", "or", "not", "=>", "(", ")"] as const;
const LARGEST = ["2", "3", "4", "5", "6"] as const;
const LONGEST = 40;

interface Asked {
  rule: string;
  largest: string;
  length: string;
}

const FIRST: Asked = { rule: "even and palindrome => tied", largest: "3", length: "8" };
const EXAMPLES: readonly Asked[] = [
  { rule: "joined => tied", largest: "2", length: "8" },
  { rule: "tied and even => arises", largest: "2", length: "14" },
  { rule: "tied and balanced => arises", largest: "3", length: "8" },
  { rule: "primitive => raised-tied", largest: "3", length: "10" },
];

function address(asked: Asked): string {
  return `/lab?${new URLSearchParams({ picture: "rules", ...asked })}`;
}

/** A workbench: one states a rule about ties, and sees the smallest exception. */
export function Rules({ query, limits }: LabRoomProps): JSX.Element {
  const asked: Asked = {
    rule: query.get("rule") ?? FIRST.rule,
    largest: LARGEST.find((one) => one === query.get("largest")) ?? FIRST.largest,
    length: query.get("length") ?? FIRST.length,
  };
  const here = address(asked);
  const [draft, setDraft] = useState(asked);
  // An example, or the back button.
  useEffect(() => setDraft(asked), [here]);
  const possible = (one: Asked): boolean => readInteger(one.length, 1, LONGEST) !== null && one.rule.trim() !== "";
  const live = useLive<CoinsRule>(possible(asked) ? "/coins/ties" : null, {
    alphabet: asked.largest,
    length: asked.length.trim(),
    rule: asked.rule,
  });
  const add = (word: string): void => setDraft({ ...draft, rule: `${draft.rule.trimEnd()} ${word}`.trimStart() });
  const tooLong = draft.rule.length > limits.rule;
  const ready = possible(draft) && !tooLong;
  return (
    <>
      <form
        class="lab-choices no-print"
        aria-label={t("lab.rules.form")}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && address(draft) !== here) {
            navigate(address(draft));
          }
        }}
      >
        <div class="coins-rule">
          <TextField
            label={t("lab.rules.rule")}
            value={draft.rule}
            hint={t("lab.rules.hint")}
            error={tooLong ? t("lab.rules.tooLong", { most: limits.rule }) : null}
            onInput={(rule) => setDraft({ ...draft, rule })}
          />
        </div>
        <SelectField
          label={t("lab.ties.largest")}
          value={draft.largest}
          options={LARGEST.map((value) => ({ value, label: t("lab.rules.upTo", { largest: value }) }))}
          onInput={(largest) => setDraft({ ...draft, largest })}
        />
        <NumberField
          label={t("lab.ties.length")}
          value={draft.length}
          low={1}
          high={LONGEST}
          onInput={(length) => setDraft({ ...draft, length })}
        />
        <button type="submit" class="button primary" aria-disabled={!ready}>
          {t("lab.rules.test")}
        </button>
      </form>
      <div class="coins-words row no-print" role="group" aria-label={t("lab.rules.words")}>
        {OPERATORS.map((word) => (
          <button key={word} type="button" class="button" onClick={() => add(word)}>
            <code>{word}</code>
          </button>
        ))}
      </div>
      <p class="lab-examples no-print">
        <span>{t("lab.try")}</span>
        {EXAMPLES.map((example) => (
          <a key={example.rule} href={address(example)}>
            <code>{example.rule}</code>
          </a>
        ))}
      </p>
      {live.error && <ErrorNote error={live.error} {...(live.error.status !== 400 && { onRetry: live.again })} />}
      {live.running && <Busy label={t("lab.working")} asked={live} />}
      {live.result && <Outcome result={live.result} />}
      <h3 id="coins-conditions">{t("lab.rules.conditions")}</h3>
      <p class="lab-explanation">{t("lab.rules.add")}</p>
      <ul class="coins-conditions" aria-labelledby="coins-conditions">
        {limits.conditions.map((name) => {
          const meaning = MEANINGS[name];
          return (
            <li key={name}>
              <button type="button" class="button" onClick={() => add(name)}>
                <code>{name}</code>
              </button>
              {meaning && <span>{t(meaning)}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** What came of a rule: the exception, or how far there is none. */
function Outcome({ result }: { result: CoinsRule }): JSX.Element {
  const rule = <code key="rule">{result.statement}</code>;
  const row = result.counterexample;
  if (row === null) {
    return (
      <div class="coins-outcome card" role="status">
        <p>
          <strong>{result.tested > 0 ? t("lab.rules.holds") : t("lab.rules.empty")}</strong>{" "}
          {rich("lab.rules.looked", { rule, length: result.max_length, largest: result.alphabet })}
        </p>
        <p>{tn("lab.rules.tested", result.tested)}</p>
        <p class="muted">{t("lab.rules.noProof")}</p>
      </div>
    );
  }
  const margin = result.margin ?? 0;
  const look = metals(row);
  return (
    <div class="coins-outcome card" role="status">
      <p>
        <strong>{t("lab.rules.refuted")}</strong>{" "}
        {rich("lab.rules.exception", {
          rule,
          row: <strong key="row">{row.map((coin) => num(coin)).join(" ")}</strong>,
        })}
      </p>
      <p class="coins-exception" aria-hidden="true">
        {row.map((coin, place) => (
          <Coin key={place} value={coin} look={look} small />
        ))}
      </p>
      <p>
        {margin === 0
          ? t("lab.rules.isTie")
          : t(margin > 0 ? "lab.rules.firstWins" : "lab.rules.secondWins", { margin: num(Math.abs(margin)) })}{" "}
        <a href={`/coins:${row.join(".")}`}>{t("lab.rules.play")}</a>
      </p>
    </div>
  );
}
