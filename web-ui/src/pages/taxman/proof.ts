/** What proofs of Taxman say. */
import { num, t } from "../../lib/i18n";
import type { ProofPages } from "../proof/model";

const WHOLE = /^[a-z]+:(\d+)$/;

export const proof: ProofPages = {
  claim: ({ about, claim }) => {
    const n = WHOLE.exec(about)?.[1];
    const score = num(String(claim.score));
    const upper = num(String(claim.upper));
    const settled = claim.score === claim.upper;
    if (n === undefined) {
      return settled ? t("proof.taxman.best", { score }) : t("proof.taxman.between", { score, upper });
    }
    return settled
      ? t("proof.taxman.bestN", { n: num(n), score })
      : t("proof.taxman.betweenN", { n: num(n), score, upper });
  },
  kinds: { tree: "proof.taxman.tree", chain: "proof.taxman.chain" },
};
