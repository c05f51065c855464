import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Celebration } from "../../components/after/Celebration";
import { ShareEnd } from "../../components/after/ShareEnd";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { isPuzzle, NextPuzzle } from "../../components/NextPuzzle";
import { Proven } from "../../components/Proven";
import { ResultCard } from "../../components/stage/Result";
import type { TaxmanDescribed } from "../../generated/api";
import { LIMITS } from "../../generated/taxman";
import { announce } from "../../lib/announce";
import { num, t } from "../../lib/i18n";
import { proofPath } from "../../lib/router";
import { useSwitches } from "../../lib/switches";
import { nextLevel } from "../levels/model";
import { NextLevel } from "../levels/NextLevel";
import type { Best } from "./best";
import { Confetti } from "./Confetti";
import { LEVELS } from "./levels";
import { EXPLAINED, verdictOf } from "./outcome";

/** Unknown bounds, used in place of the best score if the best score must stay hidden. */
const UNKNOWN = { whole: null, wholeUpper: null };

/** The verdict on a finished game. */
export function Verdict(props: {
  position: TaxmanDescribed;
  best: Best;
  /** Set if a move has just ended the game. */
  fresh: boolean;
  onReplay: () => void;
  onAgain: () => void;
  onClose: () => void;
}): JSX.Element {
  const { position, best, fresh } = props;
  // Compare the result with the best one, unless a teacher's link hides that.
  const { best: compared } = useSwitches();
  const { outcome, verdict, perfect } = verdictOf(position, compared ? best : UNKNOWN);
  useEffect(() => {
    if (fresh && verdict !== null) {
      announce(`${t("taxman.over.said")} ${outcome} ${verdict}`);
    }
  }, [fresh, verdict]);
  const won = Number(position.scores[0]) > Number(position.scores[1]);
  const following = position.n === null ? null : position.n + 1;
  const key = String(position.n);
  const onward = isPuzzle() ? (
    <NextPuzzle />
  ) : won && nextLevel(LEVELS, key) ? (
    <NextLevel game={position.game} levels={LEVELS} id={key} />
  ) : (
    following !== null &&
    following <= LIMITS.pot && (
      <Button
        text={t("taxman.over.next", { n: num(following) })}
        look={perfect ? "primary" : ""}
        href={`/taxman:${following}`}
      />
    )
  );
  const proven = best.whole !== null && (
    <>
      <Proven position={position.start} />{" "}
      {position.n !== null && position.n <= EXPLAINED && (
        <a href={proofPath(position.start)}>{t("taxman.over.why", { score: num(best.whole) })}</a>
      )}
    </>
  );
  const again = <Button icon="restart" text={t("taxman.over.again")} onClick={props.onAgain} />;
  if (position.moves.length === 0) {
    return (
      <ResultCard
        tone="played"
        fresh={fresh}
        id="taxman-verdict"
        title={t("taxman.over.nothing")}
        onClose={props.onClose}
        actions={
          <>
            <Button icon="new" text={t("game.new")} href="/taxman" />
            {onward}
          </>
        }
      >
        <p>{t("taxman.over.nothingWhy")}</p>
      </ResultCard>
    );
  }
  return (
    <>
      {fresh && <Celebration game={position.game} won={won} perfect={false} paper={perfect ? "never" : "praise"} />}
      <ResultCard
        fresh={fresh}
        tone={perfect ? "perfect" : won ? "won" : "played"}
        id="taxman-verdict"
        title={perfect ? (verdict ?? "") : outcome}
        onClose={props.onClose}
        actions={
          perfect ? (
            <>
              {onward}
              {again}
              <ShareEnd record={position} />
            </>
          ) : (
            <>
              {compared && <Button icon="play" text={t("taxman.showBest")} look="primary" onClick={props.onReplay} />}
              {again}
              {onward}
              <ShareEnd record={position} />
            </>
          )
        }
      >
        {perfect && fresh && <Confetti numbers={position.moves.map(Number)} />}
        {perfect ? (
          <p>
            {outcome} {t("taxman.over.proof", { best: Number(position.scores[0]) })} {proven}
          </p>
        ) : (
          compared &&
          (verdict === null ? (
            <Busy inline label={t("taxman.over.looking")} />
          ) : (
            <p>
              {verdict} {proven}
            </p>
          ))
        )}
      </ResultCard>
    </>
  );
}
