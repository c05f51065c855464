/** Finds the texts for a game's proofs. */

import { games } from "game-proofs";
import { t } from "../../lib/i18n";
import type { ProofPages } from "./model";

/** The default texts for a game's proofs, which list the fields of the claim. */
const plain: ProofPages = {
  claim: ({ claim }) =>
    Object.entries(claim)
      .map(([name, value]) => `${name}: ${value ?? "–"}`)
      .join(", "),
  kinds: {},
};

/** Return the texts for the proofs of a game. */
export function wordsOf(game: string | null): ProofPages {
  return games[game ?? ""] ?? plain;
}

/** Return the name of a kind of proof. */
export function kindName(kind: string, words: ProofPages): string {
  const known = words.kinds[kind];
  return known === undefined ? kind : t(known.name);
}

/** Explain a kind of proof. */
export function explained(kind: string, words: ProofPages): string {
  const known = words.kinds[kind];
  return known === undefined ? t("proof.kind.other", { kind }) : t(known.text);
}
