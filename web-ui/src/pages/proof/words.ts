/** The words of a game for its proofs. */

import { t } from "../../lib/i18n";
import { here } from "../../lib/lazy";
import type { GamePages } from "../declaration";
import type { ProofPages } from "./model";

/** A game that has no words of its own: what is claimed stands there as it is. */
const plain = here<ProofPages>({
  claim: ({ claim }) =>
    Object.entries(claim)
      .map(([name, value]) => `${name}: ${value ?? "–"}`)
      .join(", "),
  kinds: {},
});

export function loaderOf(pages: GamePages | null): typeof plain {
  return pages?.proof ?? plain;
}

/** What a kind of proof is called. */
export function kindName(kind: string, words: ProofPages): string {
  const known = words.kinds[kind];
  return known === undefined ? kind : t(known.name);
}

/** How a proof of a kind works. */
export function explained(kind: string, words: ProofPages): string {
  const known = words.kinds[kind];
  return known === undefined ? t("proof.kind.other", { kind }) : t(known.text);
}
