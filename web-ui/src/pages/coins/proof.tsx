/** Texts that explain the proofs of greedy coins. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import type { CoinsDescribed } from "../../generated/api";
import { list, num, t } from "../../lib/i18n";
import { useData } from "../../lib/questions";
import type { Moment, ProofPages } from "../proof/model";
import { Coin, metals } from "./Coin";
import "./coins.css";

const ENDS = { L: "proof.coins.left", R: "proof.coins.right", LR: "proof.coins.both" } as const;

/** Name the best first moves; empty if the claim does not give them. */
function firstMoves(best: unknown): string {
  if (typeof best !== "string") {
    return "";
  }
  const key = ENDS[best as keyof typeof ENDS];
  return key === undefined ? t("proof.coins.moves", { moves: best }) : t(key);
}

/** The coins at a moment of a finished game; each taken coin shows the number of its move. */
function Board({ end, left }: Moment): JSX.Element {
  const { data, error, again } = useData<CoinsDescribed>("/position", { id: end });
  const look = useMemo(() => metals(data?.start_coins.flat() ?? []), [data]);
  if (error) {
    return <ErrorNote error={error} onRetry={again} />;
  }
  if (data === null) {
    return <Busy label={t("proof.board.loading")} />;
  }
  const taken = data.taken.slice(0, data.taken.length - left);
  const pile = (player: number): string =>
    list(taken.filter((move) => move.player === player).map((move) => num(move.coin))) || "–";
  return (
    <>
      <p>{t("proof.coins.board", { first: pile(0), second: pile(1) })}</p>
      {data.start_coins.map((row, at) => (
        <ol key={at} class="proof-row row">
          {row.map((coin, place) => {
            const move = taken.findIndex((one) => one.row === at && one.place === place) + 1;
            return (
              <li key={place} class={`centred ${move > 0 ? "gone" : ""}`}>
                <Coin value={coin} look={look} />
                {move > 0 && (
                  <small>
                    <span aria-hidden="true">{num(move)}</span>
                    <span class="visually-hidden">{t("proof.coins.gone", { coin: num(coin), move: num(move) })}</span>
                  </small>
                )}
              </li>
            );
          })}
        </ol>
      ))}
    </>
  );
}

export const proof: ProofPages = {
  claim: ({ claim }) => {
    const margin = String(claim.margin);
    const key = margin === "0" ? "proof.coins.tie" : margin.startsWith("-") ? "proof.coins.less" : "proof.coins.more";
    return `${t(key, { margin: num(margin.replace("-", "")) })} ${firstMoves(claim.best_moves)}`.trim();
  },
  Board,
  kinds: {
    fusion: { name: "proof.coins.fusion.name", text: "proof.coins.fusion" },
    sum: { name: "proof.coins.sum.name", text: "proof.coins.sum" },
    circle: { name: "proof.coins.circle.name", text: "proof.coins.circle" },
    search: { name: "proof.coins.search.name", text: "proof.coins.search" },
  },
};
