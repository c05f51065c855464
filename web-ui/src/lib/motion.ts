/** How much the pages move: as much as the reader chose, or not at all if the system asks for reduced motion. */
import { createStore, readSetting, useMedia, useStore, writeSetting } from "./store";

/** The amount of movement; "off" replaces movement by a short fade. */
export type Motion = "off" | "normal" | "slow";

export const MOTIONS: readonly Motion[] = ["normal", "slow", "off"];

const REDUCED = "(prefers-reduced-motion: reduce)";
const KEY = "motion";
const store = createStore<Motion>(MOTIONS.find((choice) => choice === readSetting(KEY)) ?? "normal");

/** Return the current amount of movement; components use `useMotion`. */
export function motion(): Motion {
  return matchMedia(REDUCED).matches ? "off" : store.get();
}

/** Return the duration of movements as a multiple of the normal duration; 0 if nothing moves. */
export function pace(): number {
  return { off: 0, normal: 1, slow: 2 }[motion()];
}

export function useMotion(): Motion {
  const choice = useStore(store);
  return useMedia(REDUCED) ? "off" : choice;
}

/** Return the reader's choice, even if the system overrides it, and a function that changes it. */
export function useMotionChoice(): [choice: Motion, change: (choice: Motion) => void] {
  return [useStore(store), setMotion];
}

export function setMotion(choice: Motion): void {
  writeSetting(KEY, choice);
  store.set(choice);
}

/** Set an attribute of the page that the styles use, and follow changes. Called once, before anything is shown. */
export function startMotion(): void {
  const apply = (): void => {
    document.documentElement.dataset.motion = motion();
  };
  apply();
  store.subscribe(apply);
  matchMedia(REDUCED).addEventListener("change", apply);
}
