import type { JSX } from "preact";
import { t } from "../lib/i18n";
import { TextField, type TextFieldProps } from "./TextField";

/** Return the whole number that a text contains; null if the text is not a whole number from low to high. */
export function readInteger(text: string, low: number, high: number): number | null {
  const value = /^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : NaN;
  return value >= low && value <= high ? value : null;
}

/** A field for a whole number, which explains what is wrong with any other text. */
export function NumberField(props: TextFieldProps & { low: number; high: number }): JSX.Element {
  const { low, high, ...rest } = props;
  const wrong = rest.value.trim() !== "" && readInteger(rest.value, low, high) === null;
  const error = rest.error ?? (wrong ? t("field.integer", { text: rest.value.trim(), low, high }) : null);
  return (
    <TextField {...rest} error={error} inputMode="numeric" size={rest.size ?? Math.max(6, String(high).length + 2)} />
  );
}
