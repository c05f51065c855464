/** The pictures of the lab: where they come from, and what can be chosen. */
import type { ComponentType } from "preact";
import { readInteger } from "../../components/NumberField";
import type { LabLimits } from "../../generated/api";
import type { Params } from "../../lib/api";
import type { TextKey } from "../../lib/i18n";

export type Values = Readonly<Record<string, string>>;

/** Something that can be chosen; a name is that of the parameter, here and in the API. */
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
      /** A number is its own label. */
      options: readonly { value: string; label?: TextKey }[];
      fallback: string;
    }
  | {
      /** Words of the API, which says itself what is wrong with them; without any, they are as usual. */
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
  /** Where progress and figures come from, if it may take a while. */
  work: string | null;
  svg: string;
  csv: string;
  fields: readonly Field[];
  /** Parameters worth trying. */
  examples: readonly { label: TextKey; values: Values }[];
  /** A page where there is more about it. */
  more?: { href: string; label: TextKey };
  /** What else there is to say about the same question. */
  Below?: ComponentType<{ params: Params }>;
  /** Drawn on the picture's card, on a grid of 48 by 30. */
  glyph: string;
}

/** What a game has in the lab: its pictures, and the names of the columns of their tables. */
export interface LabPages {
  pictures: readonly PictureKind[];
  columns: Readonly<Record<string, TextKey>>;
}

/** What the address asks for, with what it does not say, or says wrong, filled in; numbers are checked where they stand. */
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

/** The largest number that a field takes, which may depend on the others. */
export function highest(field: Field & { kind: "number" }, limits: LabLimits, values: Values): number {
  return typeof field.high === "number" ? field.high : field.high(limits, values);
}

/** Whether all numbers are numbers, and in their range. */
export function isPossible(kind: PictureKind, limits: LabLimits, values: Values): boolean {
  return kind.fields.every(
    (field) =>
      field.kind !== "number" ||
      readInteger(values[field.name] ?? "", field.low, highest(field, limits, values)) !== null,
  );
}

/** The name of a file to keep, which says what was drawn. */
export function fileName(kind: PictureKind, values: Values): string {
  const said = kind.fields.filter((field) => field.name !== "time-limit").map((field) => values[field.name] ?? "");
  return ["perfectplay", kind.id, ...said]
    .join("-")
    .replaceAll(/[^a-z0-9-]+/gi, "-")
    .replaceAll(/-+$/g, "");
}

/** Makes sense of a choice that makes none: the smaller number comes first, and gaps are those of a bound. */
export function sensible(values: Values): Values {
  const swapped =
    Number(values.from) > Number(values.to) ? { ...values, from: values.to ?? "", to: values.from ?? "" } : values;
  return swapped.measure === "gap" && !swapped.bounds ? { ...swapped, bounds: "matching" } : swapped;
}

/** The address of a picture; what is as usual is left out. */
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

/** Parameters of the API. */
export function parameters(kind: PictureKind, values: Values): Params {
  return Object.fromEntries(
    kind.fields.map((field) => {
      const value = values[field.name]?.trim();
      return [field.name, field.kind === "text" && value === "" ? null : value];
    }),
  );
}
