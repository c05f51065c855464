/** Lets the player find the taxman's numbers. */
import { type Finding, useFinding } from "../../components/tiles/Find";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { get } from "../../lib/api";

const WORDS = { begin: "classroom.find.begin", how: "classroom.find.how" } as const;

/** Return the search for divisors in a position; `onTake` takes a number whose divisors were all found. */
export function useTaxFinding(position: TaxmanDescribed, onTake: (number: number) => void): Finding {
  const { id, tiles, previews } = position;
  return useFinding({
    id,
    words: WORDS,
    isOpen: (number) => tiles.some((tile) => tile.number === number && tile.fate === "open"),
    divisorsOf: async (number) => {
      const known = previews?.find(({ take }) => take === number);
      return (known ?? (await get<TaxmanPreview>("/taxman/preview", { id, take: number }))).tax;
    },
    onTake,
  });
}
