/** The pictures of the lab, with their sources and choices. */
import type { ComponentType } from "preact";
import { readInteger } from "../../components/NumberField";
import type { LabLimits } from "../../generated/api";
import type { Params } from "../../lib/api";
import type { TextKey } from "../../lib/i18n";

export type Values = Readonly<Record<string, string>>;

/** A choice; its name is that of the parameter, here and in the API. */
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
      /** A number is its own label; `long` as in the examples. */
      options: readonly { value: string; label?: TextKey; long?: true }[];
      fallback: string;
    }
  | {
      /** Words of the API, which explains its own errors; without any, the default applies. */
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
  id: string;
  title: TextKey;
  explanation: TextKey;
  /** The path for progress and figures, if the work may take a while. */
  work: string | null;
  svg: string;
  csv: string;
  fields: readonly Field[];
  /** Interesting parameters to try. A site without a server has no prepared answer for a long one. */
  examples: readonly { label: TextKey; values: Values; long?: true }[];
  /** A page with more about the picture. */
  more?: { href: string; label: TextKey };
  /** Further content about the same question. */
  Below?: ComponentType<{ params: Params }>;
  /** The path of the drawing on the picture's card, on a grid of 48 by 30. */
  glyph: string;
}

/** A game's part of the lab: its pictures, and the titles of their tables' columns. */
export interface LabPages {
  pictures: readonly PictureKind[];
  columns: Readonly<Record<string, TextKey>>;
}

/** Return the values of an address, with defaults for missing and wrong ones. Numbers are checked in their fields. */
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

/** Return the largest number that a field takes, which may depend on the others. */
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

/** Return a file name that says what was drawn. */
export function fileName(kind: PictureKind, values: Values): string {
  const said = kind.fields.filter((field) => field.name !== "time-limit").map((field) => values[field.name] ?? "");
  return ["perfectplay", kind.id, ...said]
    .join("-")
    .replaceAll(/[^a-z0-9-]+/gi, "-")
    .replaceAll(/-+$/g, "");
}

/** Repair a contradictory choice: the smaller number comes first, and gaps need a bound. */
export function sensible(values: Values): Values {
  const swapped =
    Number(values.from) > Number(values.to) ? { ...values, from: values.to ?? "", to: values.from ?? "" } : values;
  return swapped.measure === "gap" && !swapped.bounds ? { ...swapped, bounds: "matching" } : swapped;
}

/** Return the address of a picture, without parameters that have their default. */
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
