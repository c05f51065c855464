/** The description of the API, as far as this page shows it: the server sends it in the format OpenAPI 3.1. */

/** A parameter of an address. */
export interface Field {
  name: string;
  required: boolean;
  /** A value that is legal, or nothing. */
  example: string;
  /** What it is unless given, or nothing. */
  usual: string;
  /** The words that are possible, if only some are. */
  options: readonly string[];
  /** Whether it is a number, and its limits. */
  range: { low: number; high: number } | null;
  /** Whether it is only an older name of another one. */
  old: boolean;
}

/** An address of the API. */
export interface Address {
  /** Below /api/v1. */
  path: string;
  summary: string;
  /** A game, "lab", or "all games". */
  group: string;
  media: readonly string[];
  fields: readonly Field[];
}

export interface Description {
  version: string;
  addresses: readonly Address[];
  codes: readonly { code: string; text: string }[];
}

const ROOT = "/api/v1";
const STREAM = "text/event-stream";
export const LAB = "lab";

interface Schema {
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: string | number;
  "x-enum-descriptions"?: string[];
}

interface Operation {
  summary: string;
  tags: string[];
  parameters: { name: string; required: boolean; schema: Schema; example?: string; deprecated?: boolean }[];
  responses: Record<string, { content: Record<string, unknown> }>;
}

interface Document {
  info: { version: string };
  paths: Record<string, { get: Operation }>;
  components: { schemas: { Problem: { properties: { code: Schema } } } };
}

/** Reads what the server sent. */
export function readDescription(text: string): Description {
  const { info, paths, components } = JSON.parse(text) as Document;
  const codes = components.schemas.Problem.properties.code;
  const told = codes["x-enum-descriptions"] ?? [];
  return {
    version: info.version,
    addresses: Object.entries(paths).map(([path, { get }]) => ({
      path: path.slice(ROOT.length) || "/",
      summary: get.summary,
      group: path.startsWith(`${ROOT}/${LAB}/`) ? LAB : (get.tags[0] ?? ""),
      media: Object.keys(get.responses["200"]?.content ?? {}),
      fields: get.parameters.map(({ name, required, schema, example, deprecated }) => ({
        name,
        required,
        example: example ?? "",
        usual: schema.default === undefined ? "" : String(schema.default),
        options: schema.enum ?? [],
        range:
          schema.minimum === undefined || schema.maximum === undefined
            ? null
            : { low: schema.minimum, high: schema.maximum },
        old: deprecated === true,
      })),
    })),
    codes: (codes.enum ?? []).map((code, k) => ({ code, text: told[k] ?? "" })),
  };
}

/** Whether its progress can be watched. */
export function streams(address: Address): boolean {
  return address.media.includes(STREAM);
}

export type Values = Readonly<Record<string, string>>;

/** What is filled in at first: what must be given, or else the first thing that has an example. */
export function examples(address: Address): Values {
  const needed = address.fields.filter((field) => field.required);
  const shown =
    needed.length > 0 ? needed : address.fields.filter((field) => field.example && !field.usual).slice(0, 1);
  return Object.fromEntries(shown.map((field) => [field.name, field.example]));
}

/** The question in an address of this page, below /api/v1; signs that may stay as they are are easier to read so. */
export function question(path: string, values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  const query = given.map(([name, value]) => `${name}=${readable(encodeURIComponent(value))}`);
  return path + (query.length > 0 ? `?${query.join("&")}` : "");
}

function readable(text: string): string {
  return text.replace(/%(3A|2F|2C|3B|3D|7E)/g, (sign) => decodeURIComponent(sign)).replaceAll("'", "%27");
}

/** What a question asks for, and with which values. */
export function readQuestion(text: string): { path: string; values: Values } {
  const [path = "", query = ""] = text.split(/\?(.*)/s);
  return { path, values: Object.fromEntries(new URLSearchParams(query)) };
}

/** The whole address. */
export function target(asked: string): string {
  return asked === "/" ? ROOT : ROOT + asked;
}

/** A line for a terminal that asks the same. */
export function curl(origin: string, asked: string, watched: boolean): string {
  const how = watched ? `-N -H 'Accept: ${STREAM}'` : "--compressed";
  return `curl ${how} '${origin}${target(asked)}'`;
}
