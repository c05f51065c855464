/** Finds the effect of taking the number that is aimed at. */
import { useMemo } from "preact/hooks";
import type { Solution, TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { useLive } from "../../lib/solver";
import { boardOf } from "./rules";

/** Return the effect of taking a number; null if it cannot be taken. */
export function usePreview(
  position: TaxmanDescribed,
  previews: ReadonlyMap<number, TaxmanPreview>,
  number: number | null,
): TaxmanPreview | null {
  // The server does not send the effects of moves for a large board, so compute them here.
  const board = useMemo(() => (position.previews === null ? boardOf(position.id) : null), [position]);
  if (number === null) {
    return null;
  }
  return previews.get(number) ?? (board?.isLegal(number) ? board.preview(number) : null);
}

/** Return by how much a move lowers the proven best score; null if this is unknown, or if an argument is null. */
export function useCost(position: TaxmanDescribed, number: number | null, best: number | null): number | null {
  const asks = number !== null && best !== null;
  const id = `${position.id}${position.moves.length > 0 ? "." : "/"}${number}`;
  const { result } = useLive<Solution>(asks ? "/hint" : null, { id });
  return asks && result?.status === "optimal" ? best - Number(result.value) : null;
}
