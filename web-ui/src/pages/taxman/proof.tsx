/** What proofs of Taxman say. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { sum } from "../../components/tiles/numbers";
import type { TaxmanDescribed, TaxmanPreview, TaxmanTile } from "../../generated/api";
import { useData } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import type { Moment, ProofPages } from "../proof/model";
import { Legend, Tiles } from "./Tiles";
import "./taxman.css";

const WHOLE = /^[a-z]+:(\d+)$/;

/** To this N, Rocq's kernel itself checks the certificates of the repository: `LAST` of formal/Makefile. */
const IN_KERNEL = 600;

const NONE: ReadonlyMap<number, TaxmanPreview> = new Map();

/** The tiles as they lay after some moves. */
function tilesAt(tiles: readonly TaxmanTile[], done: number): TaxmanTile[] {
  return tiles.map((tile) => ((tile.move ?? 0) > done ? { number: tile.number, fate: "open", move: null } : tile));
}

/** The board at a moment of a game that has been played to its end. */
function Board({ end, left }: Moment): JSX.Element {
  const { data, error, again } = useData<TaxmanDescribed>("/position", { id: end });
  const moves = useMemo(() => data?.moves.map(Number) ?? [], [data]);
  const done = moves.length - left;
  const tiles = useMemo(() => tilesAt(data?.tiles ?? [], done), [data, done]);
  if (error) {
    return <ErrorNote error={error} onRetry={again} />;
  }
  if (data === null) {
    return <Busy label={t("proof.board.loading")} />;
  }
  const gone = tiles.filter((tile) => tile.fate === "tax" || tile.fate === "left").map((tile) => tile.number);
  const label = t("proof.taxman.board", { player: num(sum(moves.slice(0, done))), taxman: num(sum(gone)) });
  return (
    <>
      <p>{label}</p>
      <Tiles
        tiles={tiles}
        legal={null}
        previews={NONE}
        moves={moves}
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
  Board,
  kinds: {
    tree: { name: "proof.taxman.tree.name", text: "proof.taxman.tree" },
    chain: { name: "proof.taxman.chain.name", text: "proof.taxman.chain" },
  },
};
