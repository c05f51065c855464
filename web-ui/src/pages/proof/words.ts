/** Loads the texts for a game's proofs. */

import { t } from "../../lib/i18n";
import { here } from "../../lib/lazy";
import type { GamePages } from "../declaration";
import type { ProofPages } from "./model";

/** The default texts for a game's proofs, which list the fields of the claim. */
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
