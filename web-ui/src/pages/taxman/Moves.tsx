import type { JSX } from "preact";
import { Moves as MoveList } from "../../components/tiles/Moves";
import { some } from "../../components/tiles/numbers";
import type { TaxmanTurn } from "../../generated/api";
import { t } from "../../lib/i18n";

/** The moves in order. Each shows its tax and links to its position. */
export function Moves(props: {
  turns: readonly TaxmanTurn[];
  /** Moves that were undone, or that come later in the line. */
  future: readonly number[];
  /** The number of moves made in the shown position. */
  at: number;
  onGo: (k: number) => void;
}): JSX.Element {
  const { turns, ...rest } = props;
  const made = turns.map(({ take, tax, left }, i) => ({
    label: t("taxman.moves.to", { move: i + 1, number: String(take), tax: some(tax) }),
    number: take,
    note:
      t("taxman.moves.tax", { tax: some(tax) }) + (left.length > 0 ? t("taxman.moves.left", { left: some(left) }) : ""),
  }));
  return <MoveList made={made} {...rest} />;
}
