/** Positions that the server tells by what a move changed. */
import type { Changes, Described } from "../generated/api";

/** The position after a move, from the one before it; what is told whole is as it is. */
export function changed<P extends Described>(before: P, told: P | Changes): P {
  if (!("since" in told)) {
    return told;
  }
  const after: Record<string, unknown> = { ...before, ...told.values };
  for (const [key, pieces] of Object.entries(told.lists)) {
    const earlier = before[key as keyof P] as readonly unknown[];
    after[key] = pieces.flatMap(([start, stop, more]) => [...earlier.slice(start, stop), ...more]);
  }
  for (const key of told.gone) {
    delete after[key];
  }
  return after as P;
}
