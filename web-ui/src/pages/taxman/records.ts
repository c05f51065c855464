/** What the API tells of Taxman, and what the page makes of it. */
import { t } from "../../lib/i18n";
import type { PositionRecord } from "../../lib/position";

export type Fate = "open" | "take" | "tax" | "left";

export interface TileRecord {
  number: number;
  fate: Fate;
  /** The move that removed it, from 1 on; 0 if it was of no use from the start; null while it is open. */
  move: number | null;
}

export interface Preview {
  take: number;
  tax: number[];
  /** What would become of no use. */
  lost: number[];
  net: number;
}

export interface TaxmanRecord extends PositionRecord {
  /** Null for pots that are not 1 to N. */
  n: number | null;
  pot: number[];
  total: number;
  variant: "immediate" | "end";
  tiles: TileRecord[];
  /** Null on boards that are too large to send them all. */
  previews: Preview[] | null;
  /** The proven best score of the whole pot, if the table of records has it. */
  best: number | null;
}

export interface Turn {
  take: number;
  tax: number[];
  /** What went to the taxman although it was no tax. */
  left: number[];
  /** Scores after the move. */
  player: number;
  taxman: number;
}

export interface ReplayRecord {
  position: string;
  id: string;
  strategy: string;
  score: number;
  taxman: number;
  upper: number | null;
  status: "optimal" | "bounded";
  moves: Turn[];
}

export interface CompareRecord {
  mine: { score: number; taxman: number; over: boolean; moves: Turn[] };
  theirs: ReplayRecord;
  differ: number | null;
}

export interface HintRecord {
  value: number;
  lower: number;
  upper: number;
  status: "optimal" | "bounded";
  moves: string[];
}

export interface SolveRecord {
  score: number;
  upper: number;
  status: "optimal" | "bounded";
  moves: { take: number; tax: number[] }[];
}

/** Largest N of a board; as in the API. */
export const MAX_BOARD = 2000;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Numbers for reading and speaking; long lists are cut. */
export function some(numbers: readonly number[], most = 12): string {
  const shown = numbers.slice(0, most).join(", ");
  return numbers.length > most + 1
    ? t("taxman.more", { numbers: shown, count: String(numbers.length - most) })
    : numbers.join(", ");
}

/** The moves so far, from the tiles: each with its tax and what it left over. */
export function turnsOf(position: TaxmanRecord): Turn[] {
  const turns: Turn[] = position.moves.map((move) => ({ take: Number(move), tax: [], left: [], player: 0, taxman: 0 }));
  let taxman = 0;
  for (const { number, fate, move } of position.tiles) {
    if (move === 0) {
      taxman += number;
    }
    const turn = move === null ? undefined : turns[move - 1];
    if (turn && (fate === "tax" || fate === "left")) {
      turn[fate].push(number);
    }
  }
  let player = 0;
  for (const turn of turns) {
    player += turn.take;
    taxman += sum(turn.tax) + sum(turn.left);
    turn.player = player;
    turn.taxman = taxman;
  }
  return turns;
}

/** The board after the first k moves of a replay: like the tiles of a position. */
export function tilesAfter(
  pot: readonly number[],
  atStart: readonly TileRecord[],
  turns: readonly Turn[],
  k: number,
): TileRecord[] {
  const gone = new Map<number, TileRecord>();
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
