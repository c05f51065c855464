/** Texts with days, plural forms or elements, which the home page does not have. */
import type { VNode } from "preact";
import type { En } from "../texts/catalogues";
import { fill, language, lookUp, num, type PluralKey, type TextKey, type TextParams, t } from "./i18n";

/** Format a day such as 2026-11-22 in the page's language, for the reader's country if the browser names it. */
export function dateText(day: string, options: Intl.DateTimeFormatOptions = { dateStyle: "long" }): string {
  const prefix = `${language()}-`;
  const tag = navigator.languages.find((one) => one.startsWith(prefix)) ?? language();
  return new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));
}

/** Return the text of a key that is computed at run time, or null. `count` chooses the plural form. */
export function lookedUp(key: string, count: number, params: TextParams): string | null {
  const found: unknown = lookUp(key as keyof En);
  if (found === key) {
    return null;
  }
  return typeof found === "string" ? t(key as TextKey, params) : tn(key as PluralKey, count, params);
}

/** Return a text in the plural form of a count, with {count} filled in. */
export function tn(key: PluralKey, count: number, params: TextParams = {}): string {
  const forms = lookUp(key) as unknown as Readonly<Record<string, string>>;
  const form = forms[new Intl.PluralRules(language()).select(count)] ?? forms.other ?? key;
  return fill(form, { count, ...params });
}

/** Return a text whose placeholders may be elements. */
export function rich(key: TextKey, params: Readonly<Record<string, string | number | VNode>>): (string | VNode)[] {
  // Split the text at the placeholders: parts with odd indices are their names.
  return (lookUp(key) as string).split(/\{(\w+)\}/).map((part, index) => {
    const value = index % 2 ? params[part] : part;
    return value === undefined ? `{${part}}` : typeof value === "number" ? num(value) : value;
  });
}
