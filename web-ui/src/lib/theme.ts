/**
 * The reader's theme: light, dark, or the system's preference. The attribute data-theme of <html> is always light or
 * dark; styles/base.css uses it.
 */
import { createStore, readSetting, useStore, writeSetting } from "./store";

export type ThemeChoice = "system" | "light" | "dark";
export type Theme = "light" | "dark";

export const THEME_CHOICES: readonly ThemeChoice[] = ["system", "light", "dark"];

const system = matchMedia("(prefers-color-scheme: dark)");
const store = createStore<{ choice: ThemeChoice; resolved: Theme }>(resolve(stored()));

function stored(): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === readSetting("theme")) ?? "system";
}

function resolve(choice: ThemeChoice): { choice: ThemeChoice; resolved: Theme } {
  return { choice, resolved: choice === "system" ? (system.matches ? "dark" : "light") : choice };
}

function apply(choice: ThemeChoice): void {
  const next = resolve(choice);
  document.documentElement.dataset.theme = next.resolved;
  store.set(next);
}

/** Set the theme of the page, and follow the system. Called once, before anything is shown. */
export function startTheme(): void {
  apply(store.get().choice);
  system.addEventListener("change", () => apply(store.get().choice));
}

export function setTheme(choice: ThemeChoice): void {
  writeSetting("theme", choice);
  apply(choice);
}

/** Return the reader's choice, and the resulting theme. */
export function useTheme(): { choice: ThemeChoice; resolved: Theme } {
  return useStore(store);
}
