/**
 * Computes best play in rows, stacks, circles and sums of them, with integers of any size.
 *
 * A board has so few coins that no kernel is needed. docs/coins-theory.md has the proofs.
 */
import type { CoinsRow } from "../../generated/api";

export type Kind = CoinsRow["kind"];

/** The remaining coins of a row, a stack or a circle. */
export interface Part {
  kind: Kind;
  coins: readonly bigint[];
}

/** A block of coins that are best taken one after another from the same end. It has a length and a fused value. */
interface Block {
  value: bigint;
  size: number;
}

const descending = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0);

/** Fuse every peak of a row into a block. The values of the resulting blocks fall and then rise. */
function fused(coins: readonly bigint[]): Block[] {
  const blocks: Block[] = [];
  for (const value of coins) {
    const top = { value, size: 1 };
    for (;;) {
      const [peak, before] = [blocks.at(-1), blocks.at(-2)];
      if (!peak || !before || before.value > peak.value || peak.value < top.value) {
        break;
      }
      top.value += before.value - peak.value;
      top.size += before.size + peak.size;
      blocks.length -= 2;
    }
    blocks.push(top);
  }
  return blocks;
}

/** Return the coins of a part in order; a stack is listed from its open end to its blocked end. */
function inward({ kind, coins }: Part): readonly bigint[] {
  return kind === "left" ? [...coins].reverse() : coins;
}

/** Return the blocks that the players want, and the blocks at a blocked end that neither player wants to open. */
export function blocksOf(part: Part): [wanted: Block[], shunned: Block[]] {
  const blocks = fused(inward(part));
  let kept = blocks.length;
  while (part.kind !== "row" && kept >= 2 && (blocks[kept - 2]?.value ?? 0n) <= (blocks[kept - 1]?.value ?? 0n)) {
    kept -= 2;
  }
  return [blocks.slice(0, kept), blocks.slice(kept)];
}

/** Return the margin by which the player to move wins a board without circles. */
function combined(parts: readonly Part[]): bigint {
  const wanted: bigint[] = [];
  let pairs = 0n;
  for (const part of parts) {
    const [coins, shunned] = blocksOf(part);
    wanted.push(...coins.map(({ value }) => value));
    shunned.forEach(({ value }, at) => {
      pairs += at % 2 === 0 ? -value : value;
    });
  }
  const alternating = wanted.sort(descending).reduce((sum, coin, at) => (at % 2 === 0 ? sum + coin : sum - coin), 0n);
  return wanted.length % 2 === 0 ? alternating - pairs : alternating + pairs;
}

/** Return the legal moves of a part, as ids name them. The last coin of a row has one name for both ends. */
export function endsOf(kind: Kind, length: number): readonly string[] {
  if (length === 0) {
    return [];
  }
  switch (kind) {
    case "row":
      return length > 1 ? ["L", "R"] : ["L"];
    case "circle":
      return Array.from({ length }, (_, at) => `K${at + 1}`);
    default:
      return kind === "left" ? ["R"] : ["L"];
  }
}

/** Take a coin. Return the coin and the remaining part; a circle becomes the row that begins after the coin. */
function taken({ kind, coins }: Part, end: string): [coin: bigint, left: Part] {
  if (end.startsWith("K")) {
    const place = Number(end.slice(1)) - 1;
    return [coins[place] ?? 0n, { kind: "row", coins: [...coins.slice(place + 1), ...coins.slice(0, place)] }];
  }
  return end === "L"
    ? [coins.at(0) ?? 0n, { kind, coins: coins.slice(1) }]
    : [coins.at(-1) ?? 0n, { kind, coins: coins.slice(0, -1) }];
}

/** Return whether a part is a circle of at least three coins; a smaller circle is the same as a row. */
const isRound = ({ kind, coins }: Part): boolean => kind === "circle" && coins.length > 2;

/** Return the margin by which the player to move wins a board with circles, by a search of all its states. */
function searched(parts: readonly Part[], known: Map<string, bigint>): bigint {
  // Fuse the peaks of each row: this keeps the margin of the board, whatever its other parts are.
  const lying = parts.map((part) =>
    part.kind === "row" ? { kind: part.kind, coins: fused(part.coins).map(({ value }) => value) } : part,
  );
  const key = lying.map(({ kind, coins }) => `${kind} ${coins}`).join();
  const value = known.get(key) ?? marginsOf(lying, known).reduce((best, margin) => (margin > best ? margin : best));
  known.set(key, value);
  return value;
}

function worthOf(parts: readonly Part[], known: Map<string, bigint>): bigint {
  const lying = parts
    .filter(({ coins }) => coins.length > 0)
    .map((part) => (part.kind === "circle" && !isRound(part) ? { ...part, kind: "row" as const } : part));
  return lying.some(isRound) ? searched(lying, known) : combined(lying);
}

/**
 * Return the margins by which the player to move wins after each legal move, in the order of the parts. `known` holds
 * the results of earlier searches.
 */
export function marginsOf(parts: readonly Part[], known: Map<string, bigint> = new Map()): bigint[] {
  return parts.flatMap((part, number) =>
    endsOf(part.kind, part.coins.length).map((end) => {
      const [coin, left] = taken(part, end);
      const rest = parts.map((each, at) => (at === number ? left : each));
      return coin - worthOf(rest, known);
    }),
  );
}
