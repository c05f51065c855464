import type { JSX } from "preact";
import { CheckField } from "../../components/CheckField";
import { SelectField } from "../../components/SelectField";
import { num, t } from "../../lib/i18n";
import { useStore } from "../../lib/store";
import { tn } from "../../lib/wording";
import { OPERATORS } from "./expressions";
import { GRADES, SIGNS } from "./model";
import { CLOCKS, changeSettings, DECKS, LARGE, type RuleChoice, settings } from "./settings";

/** Rules that can be on or off. Each pair holds the name of a setting and the last part of its text's key. */
const RULES = [
  ["useAll", "all"],
  ["fractions", "fractions"],
  ["positive", "positive"],
] as const;

/** Fields for the settings of a deal, such as its numbers, its clock and its rules. */
export function DealFields(): JSX.Element {
  const { deck, difficulty, clock, large, rules } = useStore(settings);
  const change = (changes: Partial<RuleChoice>): void => changeSettings({ rules: { ...rules, ...changes } });
  const toggle = (sign: string, on: boolean): void => {
    const signs = OPERATORS.filter((one) => (one === sign ? on : rules.operators.includes(one))).join("");
    if (signs) {
      change({ operators: signs });
    }
  };
  const any = { value: "", label: t("pursuit.grade.any") };
  return (
    <>
      <SelectField
        label={t("pursuit.deal.deck")}
        value={deck}
        options={DECKS.map((name) => ({ value: name, label: t(`pursuit.deck.${name}`) }))}
        onInput={(value) => changeSettings({ deck: DECKS.find((name) => name === value) ?? "cards" })}
        hint={t(`pursuit.deck.${deck}Hint`)}
      />
      <div class="columns" style={{ "--least": "11rem" }}>
        <SelectField
          label={t("pursuit.deal.difficulty")}
          value={difficulty ?? ""}
          options={[any, ...GRADES.map((grade) => ({ value: grade, label: t(`pursuit.grade.${grade}`) }))]}
          onInput={(value) => changeSettings({ difficulty: GRADES.find((grade) => grade === value) ?? null })}
        />
        <SelectField
          label={t("pursuit.deal.clock")}
          value={String(clock)}
          options={CLOCKS.map((seconds) => ({
            value: String(seconds),
            label: seconds ? tn("pursuit.clock.seconds", seconds) : t("pursuit.clock.none"),
          }))}
          onInput={(value) => changeSettings({ clock: CLOCKS.find((seconds) => String(seconds) === value) ?? 0 })}
        />
        <SelectField
          label={t("match.large")}
          value={String(large ?? "")}
          options={[any, ...LARGE.map((count) => ({ value: String(count), label: num(count) }))]}
          onInput={(value) => changeSettings({ large: LARGE.find((count) => String(count) === value) ?? null })}
        />
      </div>
      {RULES.map(([rule, name]) => (
        <CheckField
          key={rule}
          label={t(`pursuit.rule.${name}`)}
          hint={t(`pursuit.rule.${name}Hint`)}
          checked={rules[rule]}
          onInput={(on) => change({ [rule]: on })}
        />
      ))}
      <fieldset class="row wide">
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
