/** Converts answers about Taxman to tiles and flights. */
import type { Flight } from "../../components/stage/flights";
import type { TaxmanTile, TaxmanTurn } from "../../generated/api";

/** Return the tiles after the first `k` moves of a replay, as a position describes them. */
export function tilesAfter(
  pot: readonly number[],
  atStart: readonly TaxmanTile[],
  turns: readonly TaxmanTurn[],
  k: number,
): TaxmanTile[] {
  const gone = new Map<number, TaxmanTile>();
  for (const tile of atStart) {
    if (tile.move === 0) {
      gone.set(tile.number, tile);
    }
  }
  turns.slice(0, k).forEach((turn, i) => {
    const move = i + 1;
    gone.set(turn.take, { number: turn.take, fate: "take", move });
    for (const number of turn.tax) {
      gone.set(number, { number, fate: "tax", move });
    }
    for (const number of turn.left) {
      gone.set(number, { number, fate: "left", move });
    }
  });
  return pot.map((number) => gone.get(number) ?? { number, fate: "open", move: null });
}

/** Return the animated flights of the numbers that the last move removed from the pot. */
export function flightsOf(turn: TaxmanTurn | undefined): readonly Flight[] {
  return turn === undefined
    ? []
    : [
        { key: turn.take, to: "mine" },
        ...turn.tax.map((key) => ({ key, to: "theirs" }) as const),
        ...turn.left.map((key) => ({ key, to: "theirs", falls: true }) as const),
      ];
}
