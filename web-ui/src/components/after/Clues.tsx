import type { JSX } from "preact";
import { clue, type HintWay } from "../../lib/hints";
import { Busy } from "../Busy";
import { ErrorNote } from "../ErrorNote";
import { Icon } from "../Icon";
import "./after.css";

/** The steps of a hint that the player has asked for: an idea, and the part of the board to look at. */
export function Clues({ game, hints }: { game: string; hints: HintWay }): JSX.Element | null {
  const { live, told } = hints;
  if (hints.asked === 0 || (told.length === 0 && live.result !== null)) {
    return null;
  }
  if (live.error) {
    return <ErrorNote error={live.error} onRetry={live.again} />;
  }
  const shown = told.filter(({ step }) => step !== "move");
  return (
    <div class="note clues">
      <Icon name="hint" />
      <ol class="stack tight">
        {shown.map((step) => {
          const { text, lang } = clue(game, step);
          return (
            <li key={step.step} lang={lang}>
              {text}
            </li>
          );
        })}
        {live.running && (
          <li>
            <Busy inline asked={live} />
          </li>
        )}
      </ol>
    </div>
  );
}
