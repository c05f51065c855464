/** Texts that explain the proofs of Taxman. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { TaxmanPreview } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { type Moment, momentId, type ProofPages } from "../proof/model";
import { Legend } from "./Legend";
import { EXPLAINED } from "./outcome";
import { boardOf } from "./rules";
import { Tiles } from "./Tiles";
import { Why } from "./Why";
import "./taxman.css";

const WHOLE = /^[a-z]+:(\d+)$/;

/** The largest N whose certificate Rocq's own kernel checks; the same as `LAST` in formal/Makefile. */
const IN_KERNEL = 600;

const NONE: ReadonlyMap<number, TaxmanPreview> = new Map();

/** The board at a moment of a finished game. */
function Board(moment: Moment): JSX.Element | null {
  const id = momentId(moment);
  const board = useMemo(() => boardOf(id), [id]);
  if (board === null) {
    return null;
  }
  const label = t("proof.taxman.board", { player: num(board.player), taxman: num(board.taxman) });
  return (
    <>
      <p>{label}</p>
      <Tiles
        tiles={board.tiles()}
        legal={null}
        previews={NONE}
        moves={board.moves}
        label={label}
        onPress={() => undefined}
        onPoint={() => undefined}
        onReach={() => undefined}
      />
      <Legend replay />
    </>
  );
}

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
  rocq: ({ about, listed, sha256 }) => {
    const n = WHOLE.exec(about)?.[1];
    if (n === undefined || listed !== sha256) {
      return t("proof.file.rocq.not");
    }
    return Number(n) <= IN_KERNEL
      ? t("proof.file.rocq.kernel", { last: num(IN_KERNEL) })
      : t("proof.file.rocq.program");
  },
  why: {
    has: (position) => {
      const tiles = boardOf(position)?.tiles() ?? [];
      const open = tiles.filter(({ fate }) => fate === "open").length;
      // A site without a server has prepared explanations for whole pots only.
      return open > 1 && open <= EXPLAINED && (!SITE || WHOLE.test(position));
    },
    Reason: Why,
  },
  Board,
  kinds: {
    tree: { name: "proof.taxman.tree.name", text: "proof.taxman.tree" },
    chain: { name: "proof.taxman.chain.name", text: "proof.taxman.chain" },
  },
};
