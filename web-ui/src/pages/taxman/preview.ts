/** What taking the number in question would do. */
import { useMemo } from "preact/hooks";
import type { Solution, TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { useLive } from "../../lib/solver";
import { boardOf } from "./rules";

/** What taking a number would do; null if it cannot be taken. */
export function usePreview(
  position: TaxmanDescribed,
  previews: ReadonlyMap<number, TaxmanPreview>,
  number: number | null,
): TaxmanPreview | null {
  // A large board comes without what every move would do.
  const board = useMemo(() => (position.previews === null ? boardOf(position.id) : null), [position]);
  if (number === null) {
    return null;
  }
  return previews.get(number) ?? (board?.isLegal(number) ? board.preview(number) : null);
}

/** How much of a proven best score a move gives away; null where that is not asked, or not known. */
export function useCost(position: TaxmanDescribed, number: number | null, best: number | null): number | null {
  const asks = number !== null && best !== null;
  const id = `${position.id}${position.moves.length > 0 ? "." : "/"}${number}`;
  const { result } = useLive<Solution>(asks ? "/hint" : null, { id });
  return asks && result?.status === "optimal" ? best - Number(result.value) : null;
}
