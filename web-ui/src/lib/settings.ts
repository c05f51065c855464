/** The browser's settings. */

/** Return a setting that the browser keeps; null if it is not set, or if the browser keeps nothing. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(`perfectplay.${key}`);
  } catch {
    return null;
  }
}

/** Keep a setting if the browser allows it. */
export function writeSetting(key: string, text: string): void {
  try {
    localStorage.setItem(`perfectplay.${key}`, text);
  } catch {
    // Ignore the error of a private window that keeps nothing: the setting is then lost when the page closes.
  }
}

/** Remove a setting. */
export function removeSetting(key: string): void {
  try {
    localStorage.removeItem(`perfectplay.${key}`);
  } catch {
    // Ignore a browser that keeps no settings: there is nothing to remove.
  }
}
