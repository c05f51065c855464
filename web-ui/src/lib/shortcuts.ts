/** Shortcuts with single keys. The help dialog lists them, and can switch them off. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { createStore, readSetting, writeSetting } from "./store";

export interface Shortcut {
  /** The key as in KeyboardEvent.key, in lower case: "u", "?", "arrowleft". */
  key: string;
  /** The key's action, in the reader's language. */
  label: string;
  run: () => void;
  disabled?: boolean;
}

/** The active shortcuts: a list for each component, the latest component first. */
export const shortcuts = createStore<readonly (() => readonly Shortcut[])[]>([]);

/** Set if single keys are active. Speech input may press keys by accident, so users can turn them off (WCAG 2.1.4). */
export const shortcutsOn = createStore(readSetting("shortcuts") !== "off");

export function setShortcutsOn(on: boolean): void {
  writeSetting("shortcuts", on ? "on" : "off");
  shortcutsOn.set(on);
}

/** Offer shortcuts while the component is shown. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const latest = useRef(list);
  latest.current = list;
  // Register the keys in a layout effect, since a user may type before the next frame.
  useLayoutEffect(() => {
    const entry = (): readonly Shortcut[] => latest.current;
    shortcuts.set([entry, ...shortcuts.get()]);
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== entry));
  }, []);
}

const FIELDS = "input, textarea, select, [contenteditable]";
// Allow letters as shortcuts while the focus is on a field that only uses the arrow keys or the space bar.
const LETTERLESS = "[type=range], [type=checkbox], [type=radio]";

/** Listen to the keyboard. Called once. */
export function startShortcuts(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn.get()) {
      return;
    }
    const target = event.target instanceof Element ? event.target : document.body;
    const field = target.closest(FIELDS);
    if (
      (field && (!field.matches(LETTERLESS) || event.key.startsWith("Arrow"))) ||
      document.querySelector("dialog[open]")
    ) {
      return;
    }
    const key = event.key.toLowerCase();
    for (const list of shortcuts.get()) {
      const shortcut = list().find((candidate) => candidate.key === key && !candidate.disabled);
      if (shortcut) {
        event.preventDefault();
        shortcut.run();
        return;
      }
    }
  });
}
