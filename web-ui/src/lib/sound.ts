/** The setting for sound, which is off by default. */
import { createStore, readSetting, useStore, writeSetting } from "./store";

const KEY = "sound";
const store = createStore(readSetting(KEY) === "on");
let context: AudioContext | null = null;

/** Create or resume the audio context. Browsers allow it only during a press, and some suspend it again. */
function wake(): void {
  if (store.get() && typeof AudioContext !== "undefined") {
    context ??= new AudioContext();
    if (context.state !== "running") {
      void context.resume().catch(() => undefined);
    }
  }
}

/** Create or resume the audio context at every press. Called once. */
export function startSound(): void {
  for (const type of ["click", "keydown"]) {
    // Handle the event before the page's own listeners, so that even the first press has a sound.
    document.addEventListener(type, wake, { capture: true });
  }
}

/** Return whether sound is on. */
export const isOn = store.get;

/** Return the audio context, if there is one. */
export const audio = (): AudioContext | null => context;

/** Return whether sound is on, and a function that changes and keeps the setting. */
export function useSound(): [on: boolean, change: (on: boolean) => void] {
  return [useStore(store), setSound];
}

export function setSound(on: boolean): void {
  writeSetting(KEY, on ? "on" : "off");
  store.set(on);
  // Create the audio context now: browsers allow it because the user has just pressed a button.
  wake();
  void playLate().catch(() => undefined);
}

async function playLate(): Promise<void> {
  (await import("./notes")).play("take");
}
