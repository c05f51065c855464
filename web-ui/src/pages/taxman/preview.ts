/** Finds the effect of taking the number that is aimed at. */
import { useMemo } from "preact/hooks";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
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
