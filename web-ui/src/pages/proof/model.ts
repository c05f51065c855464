/** A proof in words, and the known part of its tree of cases. */
import type { ComponentType } from "preact";
import type { Case, ProofShown } from "../../generated/api";
import type { TextKey } from "../../lib/i18n";

/** A board at a moment of a finished game. */
export interface Moment {
  /** The position at the end of the game. */
  end: string;
  /** Number of moves between this moment and the end. */
  left: number;
}

/** Return the id of the position at a moment of a game whose moves are joined by dots. */
export function momentId({ end, left }: Moment): string {
  const [start = "", moves = ""] = end.split("/");
  const made = moves.split(".").slice(0, left > 0 ? -left : undefined);
  return made.join("") ? `${start}/${made.join(".")}` : start;
}

/** A game's texts for its proofs. */
export interface ProofPages {
  /** State the claim in a sentence or two. */
  claim: (proof: Pick<ProofShown, "about" | "claim">) => string;
  /** The name of each kind of proof, and an explanation for beginners. */
  kinds: Readonly<Record<string, { name: TextKey; text: TextKey }>>;
  /** Say what Rocq has verified about a certificate; without this function, nothing is said. */
  rocq?: (proof: Pick<ProofShown, "about" | "listed" | "sha256">) => string;
  /** Explains to people why nobody can do better, and reports when it has its answer. */
  why?: {
    /** Return whether a position is explained; an explanation may be too long. */
    has: (position: string) => boolean;
    Reason: ComponentType<{ position: string; onReady: () => void }>;
  };
  /** Shows a moment of a game; the default is the library's picture. */
  Board?: ComponentType<Moment>;
}

/** A part of a tree: cases by number, and by the number of their parent. */
export interface Tree {
  cases: ReadonlyMap<number, Case>;
  below: ReadonlyMap<number, readonly Case[]>;
}

export const NO_TREE: Tree = { cases: new Map(), below: new Map() };

/** Return a tree with more cases. */
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

/** Round a bound on integers down. Exact, since it may be a fraction of very large numbers. */
export function floor(bound: number | string): string {
  const [numerator, denominator] = String(bound).split("/");
  const [a, b] = [BigInt(numerator ?? "0"), BigInt(denominator ?? "1")];
  const quotient = a / b;
  return String(a < 0n && quotient * b !== a ? quotient - 1n : quotient);
}

/** Return a bound with two decimals, truncated; null if it is an integer. */
export function decimals(bound: number | string): number | null {
  const [numerator, denominator] = String(bound).split("/");
  return denominator === undefined ? null : Number((BigInt(numerator ?? "0") * 100n) / BigInt(denominator)) / 100;
}

/** Split a SHA-256 digest into groups, which are easier to compare by eye. */
export function groups(digest: string): string[] {
  return digest.match(/.{1,8}/g) ?? [];
}
