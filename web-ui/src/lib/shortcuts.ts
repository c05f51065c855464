/** Single keys that play the game.  They are listed in the help dialog, where they can also be switched off. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { createStore, readSetting, writeSetting } from "./store";

export interface Shortcut {
  /** As KeyboardEvent.key gives it, in lower case: "u", "?", "arrowleft". */
  key: string;
  /** What it does, in the reader's language. */
  label: string;
  run: () => void;
  disabled?: boolean;
}

/** All that are in force, by the component that offers them; the latest component's come first. */
export const shortcuts = createStore<readonly (() => readonly Shortcut[])[]>([]);

/** Whether single keys do anything: some people's speech or switch input presses keys by accident (WCAG 2.1.4). */
export const shortcutsOn = createStore(readSetting("shortcuts") !== "off");

export function setShortcutsOn(on: boolean): void {
  writeSetting("shortcuts", on ? "on" : "off");
  shortcutsOn.set(on);
}

/** Offers shortcuts while the component is shown. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const latest = useRef(list);
  latest.current = list;
  // As soon as they can be seen, not a frame later: some people type ahead.
  useLayoutEffect(() => {
    const entry = (): readonly Shortcut[] => latest.current;
    shortcuts.set([entry, ...shortcuts.get()]);
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== entry));
  }, []);
}

const FIELDS = "input, textarea, select, [contenteditable]";
// A slider or a box to tick takes no letters; arrows are its own.
const LETTERLESS = "[type=range], [type=checkbox], [type=radio]";

/** Listens to the keyboard; called once. */
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
