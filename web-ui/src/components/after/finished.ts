/** A finished game that the player looks through. */
import { useRef } from "preact/hooks";
import type { Described } from "../../generated/api";
import type { GameState } from "../../lib/position";

/** Return the finished game on the table, also while the player walks through it; null in any other game. */
export function useFinished<P extends Described>({ position, future }: GameState<P>): P | null {
  const kept = useRef<P | null>(null);
  if (position?.over) {
    kept.current = position;
  }
  const end = kept.current;
  const line = [...(position?.moves ?? []), ...future];
  return end !== null && end.start === position?.start && end.moves.join() === line.join() ? end : null;
}
