/** Lets players find for themselves which divisors go to the taxman. */
import { type Finding, useFinding } from "../../components/tiles/Find";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { get } from "../../lib/api";

const WORDS = { begin: "classroom.find.begin", how: "classroom.find.how" } as const;

/** Return the player's search for divisors; `onTake` takes a number once all its divisors are found. */
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
