/** The pictures of the lab, with their sources and choices. */
import type { ComponentType } from "preact";
import { readInteger } from "../../components/NumberField";
import type { LabLimits } from "../../generated/api";
import type { Params } from "../../lib/api";
import type { TextKey } from "../../lib/i18n";

export type Values = Readonly<Record<string, string>>;

/** A field for a parameter; `name` is the parameter's name, both in the page's URL and in the API. */
export type Field =
  | {
      kind: "number";
      name: string;
      label: TextKey;
      low: number;
      high: number | ((limits: LabLimits, values: Values) => number);
      fallback: number;
    }
  | {
      kind: "choice";
      name: string;
      label: TextKey;
      /** An option without a label shows its value, which is a number. For `long`, see `PictureKind.examples`. */
      options: readonly { value: string; label?: TextKey; long?: true }[];
      fallback: string;
    }
  | {
      /** Text that is passed to the API unchecked, since the API explains errors. Empty text means the default. */
      kind: "text";
      name: string;
      label: TextKey;
      hint: TextKey;
      fallback: "";
    }
  | {
      kind: "some";
      name: string;
      label: TextKey;
      options: readonly { value: string; label: TextKey }[];
      fallback: string;
    };

export interface PictureKind {
  /** The name of the picture in the URL and in the keys of its texts. */
  id: string;
  /** The API path that reports progress and figures, if drawing the picture may take a while. */
  work: string | null;
  svg: string;
  csv: string;
  fields: readonly Field[];
  /** Interesting parameters to try. A site without a server has no prepared answers to examples marked `long`. */
  examples: readonly { label: TextKey; values: Values; long?: true }[];
  /** A link to a page that explains more about the picture. */
  more?: { href: string; label: TextKey };
  /** A component that shows more about the same question, below the picture. */
  Below?: ComponentType<{ params: Params }>;
  /** The SVG path of the drawing on the picture's card, in a view of 48 by 30 units. */
  glyph: string;
}

/** Return options whose labels are the texts below a key. */
export function optionsOf(key: string, ...values: string[]): { value: string; label: TextKey }[] {
  return values.map((value) => ({ value, label: `${key}.${value}` as TextKey }));
}

/** A game's part of the lab: its pictures, and the titles of the columns in their tables. */
export interface LabPages {
  pictures: readonly PictureKind[];
  columns: Readonly<Record<string, TextKey>>;
}

/** Return the values in a URL, or the default if a value is missing or unknown. Numbers and texts stay unchecked. */
export function given(kind: PictureKind, query: URLSearchParams): Values {
  return sensible(
    Object.fromEntries(kind.fields.map((field) => [field.name, understood(field, query.get(field.name))])),
  );
}

function understood(field: Field, text: string | null): string {
  if (text === null || field.kind === "number" || field.kind === "text") {
    return text ?? String(field.fallback);
  }
  const words = field.kind === "some" ? text.split(",") : [text];
  const known = field.options.map((option) => option.value).filter((word) => words.includes(word));
  return known.length > 0 || text === "" ? known.join(",") : field.fallback;
}

/** Return the largest number that a field accepts; it may depend on the values of other fields. */
export function highest(field: Field & { kind: "number" }, limits: LabLimits, values: Values): number {
  return typeof field.high === "number" ? field.high : field.high(limits, values);
}

/** Return whether all numbers are valid and in range. */
export function isPossible(kind: PictureKind, limits: LabLimits, values: Values): boolean {
  return kind.fields.every(
    (field) =>
      field.kind !== "number" ||
      readInteger(values[field.name] ?? "", field.low, highest(field, limits, values)) !== null,
  );
}

/** Return a file name that contains the picture's parameters. */
export function fileName(kind: PictureKind, values: Values): string {
  const said = kind.fields.filter((field) => field.name !== "time-limit").map((field) => values[field.name] ?? "");
  return ["perfectplay", kind.id, ...said]
    .join("-")
    .replaceAll(/[^a-z0-9-]+/gi, "-")
    .replaceAll(/-+$/g, "");
}

/** Repair contradictory values: reverse a range in the wrong order, and add a bound if gaps need one. */
export function sensible(values: Values): Values {
  const swapped =
    Number(values.from) > Number(values.to) ? { ...values, from: values.to ?? "", to: values.from ?? "" } : values;
  return swapped.measure === "gap" && !swapped.bounds ? { ...swapped, bounds: "matching" } : swapped;
}

/** Return the URL of a picture, without the parameters that have default values. */
export function address(kind: PictureKind, values: Values): string {
  const query = new URLSearchParams({ picture: kind.id });
  for (const field of kind.fields) {
    const value = values[field.name];
    if (value !== undefined && value !== String(field.fallback)) {
      query.set(field.name, value);
    }
  }
  return `/lab?${query}`;
}

/** Return the parameters for the API. */
export function parameters(kind: PictureKind, values: Values): Params {
  return Object.fromEntries(
    kind.fields.map((field) => {
      const value = values[field.name]?.trim();
      return [field.name, field.kind === "text" && value === "" ? null : value];
    }),
  );
}
