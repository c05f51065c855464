/** Texts that explain the proofs of the factor game. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { num, t } from "../../lib/i18n";
import { type Moment, momentId, type ProofPages } from "../proof/model";
import { read } from "./rules";
import { Legend, Tiles } from "./Tiles";
import "./factorgame.css";
import { points } from "./words";

/** Seats without the reader, so that texts name both players instead of saying "you". */
const NOBODY = { opponent: null, me: null, seed: 0 } as const;

const SHOWN = { gains: false, costs: new Map<number, number>() };

/** The board at a moment of a finished game. */
function Board(moment: Moment): JSX.Element | null {
  const id = momentId(moment);
  const record = useMemo(() => read(id), [id]);
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
