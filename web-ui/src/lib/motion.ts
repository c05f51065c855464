/** How much the pages move: the reader's choice, or else the system's wish for less. */
import { createStore, readSetting, useMedia, useStore, writeSetting } from "./store";

/** "off" replaces movement by a short fade. */
export type Motion = "off" | "normal" | "slow";

export const MOTIONS: readonly Motion[] = ["normal", "slow", "off"];

const REDUCED = "(prefers-reduced-motion: reduce)";
const KEY = "motion";
const store = createStore<Motion>(MOTIONS.find((choice) => choice === readSetting(KEY)) ?? "normal");

/** Return how much moves now; components use `useMotion`. */
export function motion(): Motion {
  return matchMedia(REDUCED).matches ? "off" : store.get();
}

/** Return the duration of movements as a multiple of the usual one; 0 if nothing moves. */
export function pace(): number {
  return { off: 0, normal: 1, slow: 2 }[motion()];
}

export function useMotion(): Motion {
  const choice = useStore(store);
  return useMedia(REDUCED) ? "off" : choice;
}

/** Return the reader's choice, whatever the system says, and a function that changes and keeps it. */
export function useMotionChoice(): [choice: Motion, change: (choice: Motion) => void] {
  return [useStore(store), setMotion];
}

export function setMotion(choice: Motion): void {
  writeSetting(KEY, choice);
  store.set(choice);
}

/** Put the choice on the page for the styles, and follow its changes. Called once, before anything is shown. */
export function startMotion(): void {
  const apply = (): void => {
    document.documentElement.dataset.motion = motion();
  };
  apply();
  store.subscribe(apply);
  matchMedia(REDUCED).addEventListener("change", apply);
}
