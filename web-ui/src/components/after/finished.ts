/** Keeps a finished game while the player looks through its positions. */
import { useRef } from "preact/hooks";
import type { Described } from "../../generated/api";
import type { GameState } from "../../lib/position";

/** Return the current game if it is finished, even while the player looks at its earlier positions; else null. */
export function useFinished<P extends Described>({ position, future }: GameState<P>): P | null {
  const kept = useRef<P | null>(null);
  if (position?.over) {
    kept.current = position;
  }
  const end = kept.current;
  const line = [...(position?.moves ?? []), ...future];
  return end !== null && end.start === position?.start && end.moves.join() === line.join() ? end : null;
}
