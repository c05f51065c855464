/** Types of the texts about proofs, and functions for the loaded part of a proof's tree of cases. */
import type { ComponentType } from "preact";
import type { Case, ProofShown } from "../../generated/api";
import type { TextKey } from "../../lib/i18n";

/** A moment in a finished game. */
export interface Moment {
  /** The position at the end of the game. */
  end: string;
  /** Number of moves between this moment and the end. */
  left: number;
}

/** Return the id of the position at a moment, for a game whose ids join moves by dots. */
export function momentId({ end, left }: Moment): string {
  const [start = "", moves = ""] = end.split("/");
  const made = moves.split(".").slice(0, left > 0 ? -left : undefined);
  return made.join("") ? `${start}/${made.join(".")}` : start;
}

/** A game's texts for its proofs. */
export interface ProofPages {
  /** Return the claim in a sentence or two. */
  claim: (proof: Pick<ProofShown, "about" | "claim">) => string;
  /** The name of each kind of proof, and an explanation for beginners. */
  kinds: Readonly<Record<string, { name: TextKey; text: TextKey }>>;
  /** Return a text about what Rocq has verified; without this function, the page does not mention Rocq. */
  rocq?: (proof: Pick<ProofShown, "about" | "listed" | "sha256">) => string;
  /** An explanation, for human readers, of why nobody can do better. `onReady` is called when it is complete. */
  why?: {
    /** Return whether there is an explanation for a position; a large board would make it too long. */
    has: (position: string) => boolean;
    Reason: ComponentType<{ position: string; onReady: () => void }>;
  };
  /** Draws a moment of a game; the default is the library's picture. */
  Board?: ComponentType<Moment>;
}

/** The loaded part of a tree. `cases` and `below` map the number of a case to the case and to its children. */
export interface Tree {
  cases: ReadonlyMap<number, Case>;
  below: ReadonlyMap<number, readonly Case[]>;
}

export const NO_TREE: Tree = { cases: new Map(), below: new Map() };

/** Return a tree with these cases added. */
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

/** Round a bound down, as scores are integers. The bound may be a fraction of numbers too large for floats. */
export function floor(bound: number | string): string {
  const [numerator, denominator] = String(bound).split("/");
  const [a, b] = [BigInt(numerator ?? "0"), BigInt(denominator ?? "1")];
  const quotient = a / b;
  return String(a < 0n && quotient * b !== a ? quotient - 1n : quotient);
}

/** Return a bound truncated to two decimals; null if the bound is an integer. */
export function decimals(bound: number | string): number | null {
  const [numerator, denominator] = String(bound).split("/");
  return denominator === undefined ? null : Number((BigInt(numerator ?? "0") * 100n) / BigInt(denominator)) / 100;
}

/** Split a SHA-256 digest into groups, which are easier to compare by eye. */
export function groups(digest: string): string[] {
  return digest.match(/.{1,8}/g) ?? [];
}
