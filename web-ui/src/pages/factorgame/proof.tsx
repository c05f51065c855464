/** What proofs of the factor game say. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FactorgameDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { Moment, ProofPages } from "../proof/model";
import { read } from "./rules";
import { Legend, Tiles } from "./Tiles";
import "./factorgame.css";
import { points } from "./words";

/** Both players have names here: nobody sits at the table. */
const NOBODY = { opponent: null, me: null, seed: 0 } as const;

const SHOWN = { gains: false, costs: new Map<number, number>() };

/** The position some moves before the end of a game. */
function momentOf({ end, left }: Moment): FactorgameDescribed | null {
  const [start = "", moves = ""] = end.split("/");
  const made = moves.split(".").filter((move) => move !== "");
  const kept = made.slice(0, made.length - left);
  return read(kept.length > 0 ? `${start}/${kept.join(".")}` : start);
}

/** The board at a moment of a game that has been played to its end. */
function Board({ end, left }: Moment): JSX.Element | null {
  const record = useMemo(() => momentOf({ end, left }), [end, left]);
  if (record === null) {
    return null;
  }
  const [first, second] = points(record);
  return (
    <div class="factor stack">
      <p>{t("proof.factorgame.board", { first: num(first), second: num(second) })}</p>
      <Tiles
        record={record}
        seats={NOBODY}
        open={false}
        shown={SHOWN}
        onPress={() => undefined}
        onPoint={() => undefined}
        onReach={() => undefined}
      />
      <Legend seats={NOBODY} />
    </div>
  );
}

export const proof: ProofPages = {
  claim: ({ claim }) => {
    const lead = Number(claim.lead);
    const key = lead > 0 ? "proof.factorgame.first" : lead < 0 ? "proof.factorgame.second" : "proof.factorgame.tie";
    const moves = String(claim.best_moves ?? "").replaceAll(" ", ", ");
    return `${t(key, { lead: num(Math.abs(lead)) })} ${moves && t("proof.coins.moves", { moves })}`.trim();
  },
  Board,
  kinds: { strategy: { name: "proof.factorgame.strategy.name", text: "proof.factorgame.strategy" } },
};
