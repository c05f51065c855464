/** Hints that point at a number on the board. */
import { useEffect } from "preact/hooks";
import { announce } from "../../lib/announce";
import type { HintWay } from "../../lib/hints";
import { type AimStore, NOTHING } from "./aim";

/**
 * Show the number that a hint names, and announce the reason, once the player has asked for them. `retry` repeats a
 * question about the number that has failed.
 */
export function useTileHints(way: HintWay, aim: AimStore, number: number | undefined, text: string, retry: () => void) {
  const { told, wantsMove } = way;
  const show = (): boolean => {
    if (!wantsMove || number === undefined) {
      return false;
    }
    aim.set({ hover: null, pin: number, hint: number });
    announce(text);
    return true;
  };
  useEffect(() => void show(), [wantsMove, number]);
  const ask = (): void => {
    retry();
    way.ask();
    // Show the move again if it is known: the reader may have aimed at another number since.
    if (!show()) {
      aim.set(NOTHING);
    }
  };
  return {
    way,
    /** The reason for the hint; empty while there is none. */
    text,
    /** Numbers that a hint points to; the move is one of them. Empty before the second step. */
    area: wantsMove ? [] : (told.find(({ step }) => step === "area")?.moves ?? []).map(Number),
    /** Ask for the next step; null if there are no hints. */
    ask: way.label === undefined ? null : ask,
  };
}
