import { query } from "./place";
import { readSetting } from "./settings";

/**
 * Return the language that the address names, else the reader's choice, else the browser's; null if none of them is
 * supported.
 */
export function preferred(languages: readonly string[]): string | null {
  const asked = [new URLSearchParams(query()).get("lang"), readSetting("language")];
  const own = navigator.languages.map((tag) => tag.split("-")[0] ?? null);
  return [...asked, ...own].find((tag) => tag !== null && languages.includes(tag)) ?? null;
}
