import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { CheckField } from "../../components/CheckField";
import { NumberField, readInteger } from "../../components/NumberField";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import type { LabLimits } from "../../generated/api";
import { t } from "../../lib/i18n";
import { navigate } from "../../lib/router";
import { address, type Field, highest, isPossible, type PictureKind, sensible, type Values } from "./pictures";

/** The fields for a picture's parameters. A choice takes effect immediately, and a number once it has been typed. */
export function Choices(props: { kind: PictureKind; values: Values; limits: LabLimits }): JSX.Element | null {
  const { kind, values, limits } = props;
  const [draft, setDraft] = useState(values);
  // Reset the fields after a link, an example or the back button. A layout effect does so before anything is typed.
  useLayoutEffect(() => setDraft(values), [address(kind, values)]);
  const valid = isPossible(kind, limits, draft);
  const show = (wanted: Values): void => {
    const path = address(kind, sensible(wanted));
    if (path !== address(kind, values)) {
      navigate(path);
    }
  };
  const choose = (name: string, value: string): void => {
    const wanted = { ...draft, [name]: value };
    for (const field of kind.fields) {
      if (field.kind === "number") {
        // Lower the numbers that are too large for the new choice.
        const high = highest(field, limits, wanted);
        const number = readInteger(wanted[field.name] ?? "", field.low, Number.MAX_SAFE_INTEGER) ?? field.fallback;
        wanted[field.name] = String(Math.min(number, high));
      }
    }
    setDraft(wanted);
    show(wanted);
  };
  const draw = (field: Field): JSX.Element => {
    const value = draft[field.name] ?? "";
    if (field.kind === "number") {
      return (
        <NumberField
          key={field.name}
          label={t(field.label)}
          value={value}
          low={field.low}
          high={highest(field, limits, draft)}
          onInput={(text) => setDraft({ ...draft, [field.name]: text })}
        />
      );
    }
    if (field.kind === "text") {
      return (
        <TextField
          key={field.name}
          label={t(field.label)}
          value={value}
          placeholder={t(field.hint)}
          size={12}
          onInput={(text) => setDraft({ ...draft, [field.name]: text })}
        />
      );
    }
    if (field.kind === "choice") {
      return (
        <SelectField
          key={field.name}
          label={t(field.label)}
          value={value}
          options={field.options.map(({ value, label }) => ({ value, label: label ? t(label) : value }))}
          onInput={(chosen) => choose(field.name, chosen)}
        />
      );
    }
    const chosen = value.split(",").filter(Boolean);
    return (
      <fieldset key={field.name} class="lab-some row">
        <legend>{t(field.label)}</legend>
        {field.options.map((option) => (
          <CheckField
            key={option.value}
            label={t(option.label)}
            checked={chosen.includes(option.value)}
            onInput={(checked) =>
              choose(
                field.name,
                field.options
                  .map((one) => one.value)
                  .filter((one) => (one === option.value ? checked : chosen.includes(one)))
                  .join(","),
              )
            }
          />
        ))}
      </fieldset>
    );
  };
  if (kind.fields.length === 0) {
    return null;
  }
  return (
    <form
      class="lab-choices choices no-print"
      aria-label={t("lab.choices")}
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) {
          show(draft);
        }
      }}
    >
      {kind.fields.filter((field) => field.kind !== "some").map(draw)}
      {kind.fields.some((field) => field.kind === "number" || field.kind === "text") && (
        <button type="submit" class="button primary" aria-disabled={!valid}>
          {t("lab.draw")}
        </button>
      )}
      {kind.fields.filter((field) => field.kind === "some").map(draw)}
    </form>
  );
}
