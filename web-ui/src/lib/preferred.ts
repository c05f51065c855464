import { query } from "./place";
import { readSetting } from "./settings";

/**
 * Return the preferred language: the address's, else the reader's choice, else the browser's; null if none is
 * supported.
 */
export function preferred(languages: readonly string[]): string | null {
  const asked = [new URLSearchParams(query()).get("lang"), readSetting("language")];
  const own = navigator.languages.map((tag) => tag.split("-")[0] ?? null);
  return [...asked, ...own].find((tag) => tag !== null && languages.includes(tag)) ?? null;
}
