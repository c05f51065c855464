/** How a number is taken: what a press on the board means, and the move itself. */
import { useRef, useState } from "preact/hooks";
import type { TaxmanDescribed, TaxmanTile, TaxmanTurn } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { type AimStore, NOTHING } from "./aim";
import type { Finding } from "./Find";
import { told, turnsOf } from "./records";
import { describeTile, type Pressed } from "./Tiles";

/** Milliseconds between two presses that are meant as two: a finger that trembles must not take a number. */
const TWICE = 350;

export interface Taking {
  /** The number that is being taken, until the server has answered. */
  taken: number | null;
  /** Id of the game that ended here, by a move and not by a link. */
  finished: string | null;
  take(number: number): void;
}

/** Takes numbers, and says what that did. */
export function useTaking(game: GameState<TaxmanDescribed>, aim: AimStore): Taking {
  const [finished, setFinished] = useState<string | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  // At once, where the state is of the last rendering: a second press of the same number must not ask for it again.
  const taking = useRef<number | null>(null);
  const take = async (number: number): Promise<void> => {
    if (taking.current === number) {
      return;
    }
    aim.set(NOTHING);
    taking.current = number;
    setTaken(number);
    const after = await game.play(String(number));
    if (taking.current === number) {
      taking.current = null;
      setTaken(null);
    }
    const turn = after && turnsOf(after).at(-1);
    if (after && turn) {
      announce(`${told(turn)} ${t("taxman.told.scores", { player: turn.player, taxman: turn.taxman })}`);
      if (after.over) {
        setFinished(after.id);
      }
    }
  };
  return { taken, finished, take: (number) => void take(number) };
}

/** What a press of a tile does: it takes the number, shows what that costs, or says why it cannot be taken. */
export function usePress(props: {
  position: TaxmanDescribed;
  legal: ReadonlySet<number>;
  last: TaxmanTurn | undefined;
  aim: AimStore;
  /** Where the player finds the divisors; null where that is not asked. */
  finding: Finding | null;
  /** Whether a press that was made in this way shows the cost first. */
  asks: (how: Pressed) => boolean;
  take: (number: number) => void;
  focus: (number: number) => void;
}): (number: number, how: Pressed) => void {
  const { position, legal, last, aim, finding } = props;
  const touched = useRef(0);

  const look = (number: number, how: Pressed): void => {
    // The second press of a double click; what the first one did is more interesting.
    aim.set({ ...aim.get(), hover: null, pin: how !== "key" && number === last?.take ? null : number });
    const tile = position.tiles.find((one) => one.number === number);
    if (how === "key" && tile) {
      announce(describeTile(number, tile.fate === "open" ? "idle" : tile.fate, tile.move, payerOf(position, tile)));
    }
  };

  return (number, how) => {
    const before = aim.get();
    if (finding && (finding.number !== null || legal.has(number))) {
      finding.press(number);
    } else if (!legal.has(number)) {
      look(number, how);
    } else if (props.asks(how) && (before.pin !== number || performance.now() - touched.current < TWICE)) {
      if (before.pin !== number) {
        touched.current = performance.now();
      }
      aim.set({ ...before, hover: null, pin: number });
      props.focus(number);
    } else {
      props.take(number);
    }
  };
}

/** The number with whose taking a tile went. */
function payerOf(position: TaxmanDescribed, { move }: TaxmanTile): number | undefined {
  return move ? Number(position.moves[move - 1]) : undefined;
}
