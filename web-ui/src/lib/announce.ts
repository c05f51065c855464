/** Announcements for screen readers: results of moves, scores, errors. */
import { createStore } from "./store";

/** A text that is read when the screen reader pauses. The count makes a repeated text a new announcement. */
export const polite = createStore({ text: "", count: 0 });
/** A text that is read immediately. */
export const urgentStore = createStore({ text: "", count: 0 });

/** Texts that arrive within this many milliseconds are read together, in order. */
const TOGETHER = 120;
let waiting: string[] = [];

/** Announce a text through the screen reader; `urgent` interrupts the current speech. */
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
