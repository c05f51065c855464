import { query } from "./place";
import { readSetting } from "./settings";

/** Of some languages the one that the address asks for, else the one that was chosen here, else the browser's, if any. */
export function preferred(languages: readonly string[]): string | null {
  const asked = [new URLSearchParams(query()).get("lang"), readSetting("language")];
  const own = navigator.languages.map((tag) => tag.split("-")[0] ?? null);
  return [...asked, ...own].find((tag) => tag !== null && languages.includes(tag)) ?? null;
}
