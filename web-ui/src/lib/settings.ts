/** The browser's settings. */

/** Return a setting kept in the browser; null if there is none, or if the browser keeps nothing. */
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
    // Ignore a private window that refuses: the setting is then lost when the page closes.
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
