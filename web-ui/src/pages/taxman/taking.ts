/** Handles presses on the board, and makes the moves. */
import { useRef, useState } from "preact/hooks";
import { type AimStore, NOTHING } from "../../components/tiles/aim";
import type { Finding } from "../../components/tiles/Find";
import { usePress } from "../../components/tiles/press";
import type { Pressed } from "../../components/tiles/Tiles";
import type { TaxmanDescribed, TaxmanTile } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { told } from "./records";
import { turnsOf } from "./rules";
import { describeTile } from "./Tiles";

export interface Taking {
  /** Id of the finished game if a move on this page ended it; null if the game is not over or a link opened it. */
  finished: string | null;
  take(number: number): void;
}

/** Return a function that takes a number and announces the effect. */
export function useTaking(game: GameState<TaxmanDescribed>, aim: AimStore): Taking {
  const [finished, setFinished] = useState<string | null>(null);
  // Use a ref, which changes immediately, unlike state: a second press on the same number must not take it again.
  const taking = useRef<number | null>(null);
  const take = async (number: number): Promise<void> => {
    if (taking.current === number) {
      return;
    }
    aim.set(NOTHING);
    taking.current = number;
    const after = await game.play(String(number));
    if (taking.current === number) {
      taking.current = null;
    }
    const turn = after && turnsOf(after).at(-1);
    if (after && turn) {
      announce(`${told(turn)} ${t("taxman.told.scores", { player: turn.player, taxman: turn.taxman })}`);
      if (after.over) {
        setFinished(after.id);
      }
    }
  };
  return { finished, take: (number) => void take(number) };
}

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
