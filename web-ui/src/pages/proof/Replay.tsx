import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Picture } from "../../components/Picture";
import { Slider } from "../../components/Slider";
import type { ProofShown } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { positionPath } from "../../lib/router";
import { tn } from "../../lib/wording";
import type { ProofPages } from "./model";

/** A move-by-move replay of a game that reaches the claimed value. */
export function Replay(props: { proof: ProofShown; Board: ProofPages["Board"] }): JSX.Element | null {
  const { proof, Board } = props;
  const { moves, end, marks } = proof;
  const [done, setDone] = useState(0);
  if (moves.length === 0) {
    return null;
  }
  const here = done === 0 || end === null ? proof.position : end.slice(0, marks[done - 1]);
  const move = moves[done - 1];
  const words =
    move === undefined
      ? t("proof.replay.start")
      : t("proof.replay.after", { k: num(done), total: num(moves.length), move });
  return (
    <section class="card stack" aria-labelledby="proof-moves">
      <h2 id="proof-moves">{t("proof.replay")}</h2>
      <p>{tn("proof.replay.text", moves.length)}</p>
      {end !== null && marks.length === moves.length && (
        <>
          <div class="no-print">
            <Slider
              label={t("proof.replay.moves")}
              min={0}
              max={moves.length}
              value={done}
              valueText={words}
              onInput={setDone}
              steps
            />
          </div>
          {Board === undefined ? (
            <Picture path="/board.svg" params={{ id: here }} class="proof-board" />
          ) : (
            <div class="proof-moment stack">
              <Board end={end} left={moves.length - done} />
            </div>
          )}
          <p class="no-print">
            <a href={positionPath(here)}>{t("proof.replay.open")}</a>
          </p>
        </>
      )}
      <details>
        <summary>{t("proof.replay.all")}</summary>
        <p class="row anywhere">{moves.join(" ")}</p>
      </details>
    </section>
  );
}
