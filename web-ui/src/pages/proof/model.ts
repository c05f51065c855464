/** What a proof says in words, and the tree of its cases as far as it is known. */
import type { ComponentType } from "preact";
import type { Case, ProofShown } from "../../generated/api";
import type { TextKey } from "../../lib/i18n";

/** A board at a moment of a game. */
export interface Moment {
  /** The position at the end of the game. */
  end: string;
  /** Moves that are still to come before it. */
  left: number;
}

/** Id of the position at a moment of a game whose moves are joined by dots. */
export function momentId({ end, left }: Moment): string {
  const [start = "", moves = ""] = end.split("/");
  const made = moves.split(".").slice(0, left > 0 ? -left : undefined);
  return made.join("") ? `${start}/${made.join(".")}` : start;
}

/** What a game has to say of its proofs. */
export interface ProofPages {
  /** What is claimed, in a sentence or two. */
  claim: (proof: Pick<ProofShown, "about" | "claim">) => string;
  /** What a kind of proof is called, and how it works, for those who have never seen one. */
  kinds: Readonly<Record<string, { name: TextKey; text: TextKey }>>;
  /** What Rocq has to do with a certificate; without it, nothing. */
  rocq?: (proof: Pick<ProofShown, "about" | "listed" | "sha256">) => string;
  /** Shows a moment of a game; without it, the library's picture does. */
  Board?: ComponentType<Moment>;
}

/** A part of a tree: cases by number, and by the number of their parent. */
export interface Tree {
  cases: ReadonlyMap<number, Case>;
  below: ReadonlyMap<number, readonly Case[]>;
}

export const NO_TREE: Tree = { cases: new Map(), below: new Map() };

/** A tree with more cases. */
export function grown(tree: Tree, part: readonly Case[]): Tree {
  const cases = new Map(tree.cases);
  for (const one of part) {
    cases.set(one.number, one);
  }
  const below = new Map<number, Case[]>();
  for (const one of [...cases.values()].sort((a, b) => a.number - b.number)) {
    if (one.parent !== null) {
      below.set(one.parent, [...(below.get(one.parent) ?? []), one]);
    }
  }
  return { cases, below };
}

/** A bound on whole numbers: no value above it is possible.  Exact, for it may be a fraction of very large numbers. */
export function floor(bound: number | string): string {
  const [numerator, denominator] = String(bound).split("/");
  const [a, b] = [BigInt(numerator ?? "0"), BigInt(denominator ?? "1")];
  const quotient = a / b;
  return String(a < 0n && quotient * b !== a ? quotient - 1n : quotient);
}

/** A bound with two digits behind the point, cut off and not rounded; null if it is whole. */
export function decimals(bound: number | string): number | null {
  const [numerator, denominator] = String(bound).split("/");
  return denominator === undefined ? null : Number((BigInt(numerator ?? "0") * 100n) / BigInt(denominator)) / 100;
}

/** The numbers of a SHA-256 in groups, so that they can be compared by eye. */
export function groups(digest: string): string[] {
  return digest.match(/.{1,8}/g) ?? [];
}
