/** The browser's settings. */

/** A setting kept in the browser; null if there is none, or if the browser keeps nothing. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(`perfectplay.${key}`);
  } catch {
    return null;
  }
}

/** Keeps a setting, where the browser lets us. */
export function writeSetting(key: string, text: string): void {
  try {
    localStorage.setItem(`perfectplay.${key}`, text);
  } catch {
    // Private windows may refuse; the setting then lasts as long as the page.
  }
}

/** Forgets a setting. */
export function removeSetting(key: string): void {
  try {
    localStorage.removeItem(`perfectplay.${key}`);
  } catch {
    // What is not kept need not be removed.
  }
}
