import type { JSX } from "preact";
import { some, sum } from "../../components/tiles/numbers";
import { Tiles as Board, type Face, type Pressed } from "../../components/tiles/Tiles";
import type { TaxmanPreview, TaxmanTile, TaxmanTurn } from "../../generated/api";
import { t } from "../../lib/i18n";

/**
 * The look of a tile. A number still in the pot looks "legal" if it can be taken, or else "idle". In a replay, where
 * nothing can be taken, it looks "open".
 */
export type Look = "legal" | "idle" | "open" | "take" | "tax" | "left";

function captionOf(look: Look, move: number | null, payer: number | undefined): string {
  switch (look) {
    case "take":
      return t("taxman.tile.take", { move: String(move) });
    case "tax":
      return t("taxman.tile.tax", { number: String(payer) });
    case "left":
      return t("taxman.tile.left");
    case "idle":
      return t("taxman.tile.idle");
    default:
      return "";
  }
}

/** Describe a tile, and the cost of taking it. */
export function describeTile(
  tile: number,
  look: Look,
  removed: number | null,
  paidFor?: number,
  preview?: TaxmanPreview,
): string {
  // Write numbers as they are on the tiles, without separators; besides, formatting thousands of them takes time.
  const [number, move, payer] = [String(tile), String(removed), String(paidFor)];
  switch (look) {
    case "take":
      return t("taxman.say.take", { number, move });
    case "tax":
      return t("taxman.say.tax", { number, payer, move });
    case "left":
      return removed === 0 ? t("taxman.say.useless", { number }) : t("taxman.say.left", { number, move });
    case "idle":
      return t("taxman.say.idle", { number });
    case "open":
      return t("taxman.say.open", { number });
    default: {
      const parts = [t("taxman.say.legal", { number })];
      if (preview) {
        parts.push(t("taxman.say.cost", { tax: some(preview.tax), sum: String(sum(preview.tax)) }));
        if (preview.lost.length) {
          parts.push(t("taxman.say.lost", { lost: some(preview.lost), sum: String(sum(preview.lost)) }));
        }
      }
      return parts.join(" ");
    }
  }
}

/** Describe a move in a sentence or two. */
export function told(turn: TaxmanTurn): string {
  const taken = t("taxman.told", { number: String(turn.take), tax: some(turn.tax) });
  return turn.left.length ? `${taken} ${t("taxman.told.left", { left: some(turn.left) })}` : taken;
}

/** The pot as tiles. Callbacks inform the parent when a tile is pressed, pointed at or focused. */
export function Tiles(props: {
  tiles: readonly TaxmanTile[];
  /** Numbers that can be taken; null in a replay or a proof. */
  legal: ReadonlySet<number> | null;
  previews: ReadonlyMap<number, TaxmanPreview>;
  /** Numbers taken, in order. */
  moves: readonly number[];
  label: string;
  onPress: (number: number, how: Pressed) => void;
  onPoint: (number: number | null) => void;
  onReach: (number: number) => void;
}): JSX.Element {
  const { tiles, legal, previews, moves, ...rest } = props;
  const faces = tiles.map(({ number, fate, move }): Face => {
    const look: Look = fate !== "open" || legal === null ? fate : legal.has(number) ? "legal" : "idle";
    const payer = move ? moves[move - 1] : undefined;
    const preview = previews.get(number);
    return {
      number,
      look,
      dead: legal !== null && look !== "legal",
      facts: [move, payer, preview],
      words: () => ({
        caption: captionOf(look, move, payer),
        said: describeTile(number, look, move, payer, preview),
      }),
    };
  });
  return <Board faces={faces} {...rest} />;
}
