import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import type { PursuitDescribed, Solution } from "../../generated/api";
import { announce } from "../../lib/announce";
import { num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { type Live, useLive } from "../../lib/solver";
import { tn } from "../../lib/wording";
import { prettyMove } from "./model";
import { STOP } from "./rules";
import { LATEST } from "./Workbench";

/** Return the distance between the target and the best number that a hint leads to. */
function missed(hint: Solution): number {
  return Number(hint.value);
}

/** A hint: a step that keeps the best number within reach, or a note that no step gets closer to the target. */
export function HintNote(props: {
  game: GameState<PursuitDescribed>;
  position: PursuitDescribed;
  live: Live<Solution>;
}): JSX.Element {
  const { game, position, live } = props;
  const found = live.result;
  const [first] = found?.moves ?? [];
  // If the target is out of reach now, ask for the best result from the start, to suggest undoing steps.
  const before = useLive<Solution>(found && missed(found) > 0 && position.steps.length ? "/hint" : null, {
    id: position.start,
  });
  const here = found ? missed(found) : 0;
  const steps = (found?.moves ?? []).filter((move) => move !== STOP).length;
  const text =
    found === null
      ? null
      : first === undefined || first === STOP
        ? t("pursuit.hint.none", { value: num(position.answer_text) })
        : here === 0
          ? tn("pursuit.hint.hit", steps, { move: prettyMove(first) })
          : tn("pursuit.hint.near", here, { move: prettyMove(first) });
  const earlier = before.result && missed(before.result) < here ? missed(before.result) : null;
  const more =
    earlier === null ? null : earlier === 0 ? t("pursuit.hint.undoHit") : tn("pursuit.hint.undoNear", earlier);
  useEffect(() => announce([text, more].filter(Boolean).join(" ")), [text, more]);
  if (live.error) {
    return <ErrorNote error={live.error} onRetry={live.again} />;
  }
  return (
    <div class="note pursuit-hint row">
      {text === null ? <Busy inline asked={live} /> : <p>{text}</p>}
      {more && <p>{more}</p>}
      {first !== undefined && first !== STOP && (
        <Button
          text={t("pursuit.hint.do", { move: prettyMove(first) })}
          onClick={() => void game.play(first).then(() => focusIfLost(LATEST))}
        />
      )}
    </div>
  );
}
