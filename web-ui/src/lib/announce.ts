/** What a screen reader says of its own accord: results of moves, scores, errors. */
import { createStore } from "./store";

/** Said when the reader pauses; the count makes the same text twice two announcements. */
export const polite = createStore({ text: "", count: 0 });
/** Said at once. */
export const urgentStore = createStore({ text: "", count: 0 });

/** Texts that arrive within this many milliseconds are said together, in order. */
const TOGETHER = 120;
let waiting: string[] = [];

/** Has a text said by a screen reader; `urgent` interrupts what it is saying. */
export function announce(text: string, urgent = false): void {
  if (!text) {
    return;
  }
  if (urgent) {
    urgentStore.set({ text, count: urgentStore.get().count + 1 });
    return;
  }
  waiting.push(text);
  if (waiting.length === 1) {
    setTimeout(() => {
      polite.set({ text: waiting.join(" "), count: polite.get().count + 1 });
      waiting = [];
    }, TOGETHER);
  }
}
