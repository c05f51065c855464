/** What proofs of arithmetical pursuit say. */
import { list, num, t } from "../../lib/i18n";
import type { ProofPages } from "../proof/model";

export const proof: ProofPages = {
  claim: ({ about, claim }) => {
    const [, numbers = "", target = ""] = about.split(":");
    const told = { numbers: list(numbers.split(".")), target: num(target) };
    if (claim.distance === 0) {
      return t("proof.pursuit.hit", told);
    }
    return claim.value === null || claim.value === undefined
      ? t("proof.pursuit.nothing", told)
      : t("proof.pursuit.nearest", { ...told, value: num(String(claim.value)), distance: num(String(claim.distance)) });
  },
  kinds: { formula: "proof.pursuit.formula", closure: "proof.pursuit.closure" },
};
