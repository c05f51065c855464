/** Makes the moves and announces them, after a search for the divisors if the player has to find them. */
import { useRef, useState } from "preact/hooks";
import { type AimStore, NOTHING } from "../../components/tiles/aim";
import { type Finding, useFinding } from "../../components/tiles/Find";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { announce } from "../../lib/announce";
import { get } from "../../lib/api";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { turnsOf } from "./rules";
import { told } from "./Tiles";

/** Return a function that takes a number and announces the effect. */
export function useTaking(game: GameState<TaxmanDescribed>, aim: AimStore) {
  // The id of the game if a move on this page ended it; null if the game is not over or a link opened it.
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
  return { finished, take: (number: number) => void take(number) };
}

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
