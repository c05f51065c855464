/** How much moves: the reader's choice, and below it the system's wish for less. */
import { createStore, readSetting, useMedia, useStore, writeSetting } from "./store";

/** "off" is a short fade in place of what would move. */
export type Motion = "off" | "normal" | "slow";

export const MOTIONS: readonly Motion[] = ["normal", "slow", "off"];

const REDUCED = "(prefers-reduced-motion: reduce)";
const KEY = "motion";
const store = createStore<Motion>(MOTIONS.find((choice) => choice === readSetting(KEY)) ?? "normal");

/** How much moves now; `useMotion` is the same for components. */
export function motion(): Motion {
  return matchMedia(REDUCED).matches ? "off" : store.get();
}

/** How long a movement takes, as a multiple of what is usual; 0 where nothing moves. */
export function pace(): number {
  return { off: 0, normal: 1, slow: 2 }[motion()];
}

export function useMotion(): Motion {
  const choice = useStore(store);
  return useMedia(REDUCED) ? "off" : choice;
}

/** What the reader has chosen, whatever the system says, and what changes it; the choice is kept. */
export function useMotionChoice(): [choice: Motion, change: (choice: Motion) => void] {
  return [useStore(store), setMotion];
}

export function setMotion(choice: Motion): void {
  writeSetting(KEY, choice);
  store.set(choice);
}

/** Puts it on the page, for the styles, and keeps it true; called once, before anything is shown. */
export function startMotion(): void {
  const apply = (): void => {
    document.documentElement.dataset.motion = motion();
  };
  apply();
  store.subscribe(apply);
  matchMedia(REDUCED).addEventListener("change", apply);
}
