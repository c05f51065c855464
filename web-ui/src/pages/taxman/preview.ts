/** What taking the number in question would do. */
import { useEffect, useState } from "preact/hooks";
import type { Solution, TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { get } from "../../lib/api";
import { useLive } from "../../lib/solver";

/** Milliseconds that the pointer rests on a tile of a large board before its cost is asked for. */
const REST = 60;

/** What taking a number would do; null if it cannot be taken, or is not known yet. */
export function usePreview(
  position: TaxmanDescribed,
  previews: ReadonlyMap<number, TaxmanPreview>,
  number: number | null,
): TaxmanPreview | null {
  const [asked, setAsked] = useState<{ id: string; preview: TaxmanPreview } | null>(null);
  const asks = position.previews === null && number !== null && position.legal.includes(String(number));
  useEffect(() => {
    if (!asks) {
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      get<TaxmanPreview>("/taxman/preview", { id: position.id, take: number }, controller.signal).then(
        (preview) => setAsked({ id: position.id, preview }),
        // The cost is then not shown; the move itself says what is wrong.
        () => undefined,
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asks, position.id, number]);
  if (number === null) {
    return null;
  }
  return previews.get(number) ?? (asked?.id === position.id && asked.preview.take === number ? asked.preview : null);
}

/** How much of a proven best score a move gives away; null where that is not asked, or not known. */
export function useCost(position: TaxmanDescribed, number: number | null, best: number | null): number | null {
  const asks = number !== null && best !== null;
  const id = `${position.id}${position.moves.length > 0 ? "." : "/"}${number}`;
  const { result } = useLive<Solution>(asks ? "/hint" : null, { id });
  return asks && result?.status === "optimal" ? best - Number(result.value) : null;
}
