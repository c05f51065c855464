/** A game that has ended, and is looked at again. */
import { useRef } from "preact/hooks";
import type { Described } from "../../generated/api";
import type { GameState } from "../../lib/position";

/** The finished game that is on the table, or is walked along since; null in any other game. */
export function useFinished<P extends Described>({ position, future }: GameState<P>): P | null {
  const kept = useRef<P | null>(null);
  if (position?.over) {
    kept.current = position;
  }
  const end = kept.current;
  const line = [...(position?.moves ?? []), ...future];
  return end !== null && end.start === position?.start && end.moves.join() === line.join() ? end : null;
}
