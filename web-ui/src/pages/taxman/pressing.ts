/** Handles presses on the board. */
import type { Finding } from "../../components/tiles/Find";
import { usePress } from "../../components/tiles/press";
import type { Pressed } from "../../components/tiles/Tiles";
import type { TaxmanDescribed, TaxmanTile } from "../../generated/api";
import { describeTile } from "./Tiles";

/** Return the handler of presses. If the player has to find the divisors, presses mark tiles first. */
export function useTaxmanPress(
  props: Omit<Parameters<typeof usePress>[0], "describe"> & {
    position: TaxmanDescribed;
    /** The player's search for divisors; null if the player does not have to find them. */
    finding: Finding | null;
  },
): (number: number, how: Pressed) => void {
  const { position, finding, legal } = props;
  const describe = (number: number): string => {
    const tile = position.tiles.find((one) => one.number === number);
    return tile
      ? describeTile(number, tile.fate === "open" ? "idle" : tile.fate, tile.move, payerOf(position, tile))
      : "";
  };
  const press = usePress({ ...props, describe });
  return (number, how) => {
    if (finding && (finding.number !== null || legal.has(number))) {
      finding.press(number);
    } else {
      press(number, how);
    }
  };
}

/** Return the number whose move removed a tile. */
function payerOf(position: TaxmanDescribed, { move }: TaxmanTile): number | undefined {
  return move ? Number(position.moves[move - 1]) : undefined;
}
