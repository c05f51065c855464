import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { CheckField } from "../../components/CheckField";
import { ErrorNote } from "../../components/ErrorNote";
import { GoOn } from "../../components/GoOn";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import { LIMITS } from "../../generated/pursuit";
import { list, num, rich, t, tn } from "../../lib/i18n";
import { navigate, positionPath } from "../../lib/router";
import { useStore } from "../../lib/store";
import { useDealing } from "./dealing";
import { GRADES, OPERATORS, SIGNS } from "./model";
import { beginRound } from "./rounds";
import { CLOCKS, changeSettings, DECKS, LARGE, PLAIN_RULES, type RuleChoice, rulesCode, settings } from "./settings";

const EXAMPLE = { numbers: [3, 6, 9, 10, 50, 100], target: 951 };

/** The numbers of a deal that a text names, or what is wrong with it. */
function readNumbers(text: string): { numbers: number[]; error: string | null } {
  const words = text.split(/[\s,.;]+/).filter(Boolean);
  const bad = words.find((word) => readInteger(word, 1, LIMITS.card) === null);
  if (bad !== undefined) {
    return { numbers: [], error: t("pursuit.own.badNumber", { text: bad, high: LIMITS.card }) };
  }
  if (words.length > LIMITS.numbers) {
    return { numbers: [], error: t("pursuit.own.tooMany", { count: words.length, most: LIMITS.numbers }) };
  }
  return { numbers: words.map(Number), error: null };
}

/** The rules that can be switched, with what each of them means. */
function RuleFields(): JSX.Element {
  const { rules } = useStore(settings);
  const change = (changes: Partial<RuleChoice>): void => changeSettings({ rules: { ...rules, ...changes } });
  const toggle = (sign: string, on: boolean): void => {
    const signs = OPERATORS.filter((one) => (one === sign ? on : rules.operators.includes(one))).join("");
    if (signs) {
      change({ operators: signs });
    }
  };
  return (
    <>
      <CheckField
        label={t("pursuit.rule.all")}
        hint={t("pursuit.rule.allHint")}
        checked={rules.useAll}
        onInput={(useAll) => change({ useAll })}
      />
      <CheckField
        label={t("pursuit.rule.fractions")}
        hint={t("pursuit.rule.fractionsHint")}
        checked={rules.fractions}
        onInput={(fractions) => change({ fractions })}
      />
      <CheckField
        label={t("pursuit.rule.positive")}
        hint={t("pursuit.rule.positiveHint")}
        checked={rules.positive}
        onInput={(positive) => change({ positive })}
      />
      <fieldset class="pursuit-signs">
        <legend>{t("pursuit.rule.signs")}</legend>
        {OPERATORS.map((sign) => (
          <CheckField
            key={sign}
            label={SIGNS[sign]}
            checked={rules.operators.includes(sign)}
            onInput={(on) => toggle(sign, on)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** What is not as in the article, in a few words. */
function changedRules(rules: RuleChoice): string {
  const words = [
    rules.useAll && t("pursuit.rule.all"),
    rules.fractions && t("pursuit.rule.fractions"),
    rules.positive && t("pursuit.rule.positive"),
    rules.operators !== PLAIN_RULES.operators &&
      t("pursuit.rule.only", {
        signs: [...rules.operators].map((sign) => SIGNS[sign as keyof typeof SIGNS]).join(" "),
      }),
  ].filter((word) => word !== false);
  return words.length ? words.join(" · ") : t("pursuit.rule.plain");
}

function DealForm(): JSX.Element {
  const chosen = useStore(settings);
  const dealing = useDealing();
  return (
    <section class="card stack" aria-labelledby="pursuit-deal">
      <h2 id="pursuit-deal">{t("pursuit.deal.title")}</h2>
      <SelectField
        label={t("pursuit.deal.deck")}
        value={chosen.deck}
        options={DECKS.map((deck) => ({ value: deck, label: t(`pursuit.deck.${deck}`) }))}
        onInput={(value) => changeSettings({ deck: DECKS.find((deck) => deck === value) ?? "cards" })}
        hint={t(`pursuit.deck.${chosen.deck}Hint`)}
      />
      <div class="pursuit-pair">
        <SelectField
          label={t("pursuit.deal.difficulty")}
          value={chosen.difficulty ?? ""}
          options={[
            { value: "", label: t("pursuit.grade.any") },
            ...GRADES.map((grade) => ({ value: grade, label: t(`pursuit.grade.${grade}`) })),
          ]}
          onInput={(value) => changeSettings({ difficulty: GRADES.find((grade) => grade === value) ?? null })}
        />
        <SelectField
          label={t("pursuit.deal.clock")}
          value={String(chosen.clock)}
          options={CLOCKS.map((seconds) => ({
            value: String(seconds),
            label: seconds ? tn("pursuit.clock.seconds", seconds) : t("pursuit.clock.none"),
          }))}
          onInput={(value) => changeSettings({ clock: CLOCKS.find((seconds) => String(seconds) === value) ?? 0 })}
        />
        <SelectField
          label={t("match.large")}
          value={chosen.large === null ? "" : String(chosen.large)}
          options={[
            { value: "", label: t("pursuit.grade.any") },
            ...LARGE.map((count) => ({ value: String(count), label: num(count) })),
          ]}
          onInput={(value) => changeSettings({ large: LARGE.find((count) => String(count) === value) ?? null })}
        />
      </div>
      <details class="pursuit-rules">
        <summary>
          {rich("common.named", {
            name: t("pursuit.deal.rules"),
            what: <span class="muted">{changedRules(chosen.rules)}</span>,
          })}
        </summary>
        <div class="stack">
          <RuleFields />
        </div>
      </details>
      <p class="row">
        <button type="button" class="button primary pursuit-go" aria-disabled={dealing.busy} onClick={dealing.deal}>
          {t("pursuit.deal.go")}
        </button>
        <a href="/pursuit/levels">{t("after.levels.link")}</a>
      </p>
      {dealing.busy && <Busy label={t("pursuit.dealing")} asked={dealing} onCancel={dealing.cancel} />}
      {dealing.error && <ErrorNote error={dealing.error} onRetry={dealing.deal} />}
      <GoOn game="pursuit" />
    </section>
  );
}

function OwnForm(): JSX.Element {
  const chosen = useStore(settings);
  const [numbers, setNumbers] = useState("");
  const [target, setTarget] = useState("");
  const [judged, setJudged] = useState(false);
  const read = readNumbers(numbers);
  const goal = readInteger(target, 1, LIMITS.target);
  const error = read.error ?? (judged && read.numbers.length === 0 ? t("pursuit.own.noNumbers") : null);
  const missing = judged && target.trim() === "" ? t("pursuit.own.noTarget") : null;
  const go = (): void => {
    setJudged(true);
    if (read.error === null && read.numbers.length > 0 && goal !== null) {
      const id = `pursuit:${read.numbers.join(".")}:${goal}${rulesCode(chosen.rules)}`;
      beginRound(id, goal, chosen.clock, true);
      navigate(positionPath(id));
    }
  };
  return (
    <section class="card stack" aria-labelledby="pursuit-own">
      <h2 id="pursuit-own">{t("pursuit.own.title")}</h2>
      <TextField
        label={t("pursuit.own.numbers")}
        value={numbers}
        onInput={setNumbers}
        hint={t("pursuit.own.numbersHint", { most: LIMITS.numbers })}
        error={error}
        onEnter={go}
        placeholder={EXAMPLE.numbers.join(" ")}
      />
      <NumberField
        label={t("pursuit.own.target")}
        value={target}
        onInput={setTarget}
        low={1}
        high={LIMITS.target}
        error={missing}
        onEnter={go}
        placeholder={String(EXAMPLE.target)}
      />
      <p class="row">
        <button type="button" class="button" onClick={go}>
          {t("common.play")}
        </button>
        <span class="muted">{t("pursuit.own.settings")}</span>
      </p>
    </section>
  );
}

/** Where a game begins: what it is about, an example, and what to deal. */
export function Start(): JSX.Element {
  return (
    <>
      <PageTitle text={t("pursuit.title")} lead={t("pursuit.lead")} />
      <section class="card pursuit-example" aria-labelledby="pursuit-example">
        <div class="stack">
          <h2 id="pursuit-example">{t("pursuit.example.title")}</h2>
          <p>{t("pursuit.example.rules")}</p>
          <p>{t("pursuit.example.text", { numbers: list(EXAMPLE.numbers.map((number) => num(number))) })}</p>
          <p>
            <a class="button" href={`/pursuit:${EXAMPLE.numbers.join(".")}:${EXAMPLE.target}`}>
              {t("pursuit.example.try")}
            </a>
          </p>
        </div>
        <figure class="pursuit-picture" role="img" aria-label={t("pursuit.example.picture")}>
          <div class="pursuit-picture-target">{EXAMPLE.target}</div>
          <div class="pursuit-picture-cards">
            {EXAMPLE.numbers.map((number) => (
              <span class={`number-card${[3, 6, 9, 100].includes(number) ? " used" : ""}`} key={number}>
                {number}
              </span>
            ))}
          </div>
          <div class="pursuit-formula">(100 + 6) × 9 − 3 = 951</div>
        </figure>
      </section>
      <section class="card pursuit-invitation" aria-labelledby="pursuit-match">
        <div class="stack">
          <h2 id="pursuit-match">{t("match.title")}</h2>
          <p>{t("match.invitation")}</p>
        </div>
        <a class="button primary" href="/pursuit/match">
          {t("match.invite")}
        </a>
      </section>
      <div class="grid-2 pursuit-forms">
        <DealForm />
        <OwnForm />
      </div>
      <p class="pursuit-more">
        <a href="/pursuit/odds">{t("pursuit.toOddsLong")}</a>
      </p>
    </>
  );
}
