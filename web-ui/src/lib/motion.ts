/** How much moves. */
import { reducedMotion } from "./store";

/** Whether flights are to be a short fade. */
export function calm(): boolean {
  return reducedMotion();
}

/** How long a movement takes, as a multiple of what is usual; 0 where nothing flies. */
export function pace(): number {
  return calm() ? 0 : 1;
}
