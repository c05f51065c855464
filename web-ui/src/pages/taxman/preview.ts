/** What taking the number in question would do. */
import { useMemo } from "preact/hooks";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
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
