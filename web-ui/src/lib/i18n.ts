/** Texts and numbers in the reader's language. */
import { catalogues } from "text-catalogues";
import type { En } from "../texts/catalogues";
import { readdress } from "./place";
import { preferred } from "./preferred";
import { createStore, useStore, writeSetting } from "./store";

/** The tag of a supported language. */
export type Language = string;

/** Keys of plain texts. */
export type TextKey = { [K in keyof En]: En[K] extends string ? K : never }[keyof En];
/** Keys of texts with plural forms. */
export type PluralKey = Exclude<keyof En, TextKey>;
export type TextParams = Readonly<Record<string, string | number>>;

/** The supported languages, each with its name in that language. */
export const LANGUAGES: readonly { value: Language; label: string }[] = Object.keys(catalogues).map((tag) => ({
  value: tag,
  label: nameOf(tag),
}));

const FIRST: Language = LANGUAGES[0]?.value ?? "en";

/** The current language and its texts. */
interface Shown {
  language: Language;
  texts: Partial<En>;
}

const store = createStore<Shown>({ language: FIRST, texts: {} });

function nameOf(tag: Language): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Parts of the texts that have been requested, besides those of the shell. */
const wanted = new Set<string>();
/** Resolves after the latest change of the language or of the loaded texts. */
let change: Promise<void> = Promise.resolve();

/** Switch to a language as soon as all requested texts have loaded, unless a later change has begun. */
async function show(language: Language): Promise<void> {
  const load = async (): Promise<void> => {
    const shell = await catalogues[language]?.();
    const parts = await Promise.all([...wanted].map((part) => shell?.parts[part]?.()));
    if (change === mine) {
      document.documentElement.lang = language;
      readdress();
      store.set({ language, texts: Object.assign({}, ...[shell, ...parts].map((part) => part?.default)) });
    }
  };
  const mine = load();
  const before = change;
  change = mine;
  try {
    await mine;
  } catch (error) {
    change = change === mine ? before : change;
    throw error;
  }
  if (change !== mine) {
    await change;
  }
}

/** Wait for a part of the pages and for its texts. The build puts this around each `import("./…")`. */
export async function withTexts<T>(name: string, part: Promise<T>): Promise<T> {
  const missing = !wanted.has(name);
  wanted.add(name);
  try {
    const [loaded] = await Promise.all([part, missing ? show(language()) : change]);
    return loaded;
  } catch (error) {
    if (missing) {
      // Forget a part whose texts failed to load; the next request asks for it again.
      wanted.delete(name);
    }
    throw error;
  }
}

/** Load the texts and set the language of the page. Called once, before anything is shown. */
export async function startLanguage(): Promise<void> {
  await show(preferred(Object.keys(catalogues)) ?? FIRST);
}

/** Change the language and remember the choice. Rejects, without a change, if the texts do not arrive. */
export async function setLanguage(language: Language): Promise<void> {
  await show(language);
  writeSetting("language", language);
}

export function language(): Language {
  return store.get().language;
}

/** Return the language, and render again when it changes. The shell calls this, so every page is rendered again. */
export function useLanguage(): Language {
  return useStore(store).language;
}

export function lookUp<K extends keyof En>(key: K): En[K] | string {
  return store.get().texts[key] ?? key;
}

export function fill(text: string, params: TextParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : typeof value === "number" ? num(value) : value;
  });
}

/** Return a text, with its {placeholders} filled in. */
export function t(key: TextKey, params: TextParams = {}): string {
  return fill(lookUp(key) as string, params);
}

const WHOLE = /^-?\d+$/;

/** A cache of formats by language and options, because formats are slow to create. */
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language() + JSON.stringify(options);
  const known = formats.get(key);
  if (known) {
    return known;
  }
  const made = new Intl.NumberFormat(language(), options);
  formats.set(key, made);
  return made;
}

/**
 * Format a number in the page's language, with a real minus sign.
 *
 * Whole numbers given as texts may have any length. Other texts, such as fractions, stay unchanged.
 */
export function num(value: number | string, options: Intl.NumberFormatOptions = {}): string {
  const format = numberFormat(options);
  const text =
    typeof value === "number" ? format.format(value) : WHOLE.test(value) ? format.format(BigInt(value)) : value;
  return text.replace(/^-/, "−");
}

/** Return "1, 2 and 5" or "1, 2 or 5" in the page's language. */
export function list(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(language(), { type }).format(items);
}
