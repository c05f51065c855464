/** What proofs of greedy coins say. */
import { num, t } from "../../lib/i18n";
import type { ProofPages } from "../proof/model";

const ENDS = { L: "proof.coins.left", R: "proof.coins.right", LR: "proof.coins.both" } as const;

/** Which first moves are best; nothing if nothing is claimed about them. */
function firstMoves(best: unknown): string {
  if (typeof best !== "string") {
    return "";
  }
  const key = ENDS[best as keyof typeof ENDS];
  return key === undefined ? t("proof.coins.moves", { moves: best }) : t(key);
}

export const proof: ProofPages = {
  claim: ({ claim }) => {
    const margin = String(claim.margin);
    const key = margin === "0" ? "proof.coins.tie" : margin.startsWith("-") ? "proof.coins.less" : "proof.coins.more";
    return `${t(key, { margin: num(margin.replace("-", "")) })} ${firstMoves(claim.best_moves)}`.trim();
  },
  kinds: {
    fusion: "proof.coins.fusion",
    sum: "proof.coins.sum",
    circle: "proof.coins.circle",
    search: "proof.coins.search",
  },
};
