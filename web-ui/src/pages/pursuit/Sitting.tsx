import type { JSX } from "preact";
import { Button } from "../../components/Button";
import { Stat } from "../../components/Stat";
import { num, t } from "../../lib/i18n";
import { positionPath } from "../../lib/router";
import { useStore } from "../../lib/store";
import { tn } from "../../lib/wording";
import { away } from "./model";
import { clearRounds, type Outcome, rounds, score } from "./rounds";

/** Describe the result of a game. */
function result(outcome: Outcome, helped: boolean): string {
  const words = outcome.distance === 0 ? t("pursuit.sitting.hit") : away("pursuit.away", outcome);
  return helped ? t("pursuit.sitting.withHelp", { result: words }) : words;
}

/** The score of the games since this browser tab was opened. */
export function Sitting({ start }: { start: string }): JSX.Element | null {
  const all = useStore(rounds);
  const { games, hits, distance, helped } = score(all);
  if (games + helped === 0) {
    return null;
  }
  return (
    <section class="card stack" aria-labelledby="pursuit-sitting">
      <h2 id="pursuit-sitting" class="big">
        {t("pursuit.sitting.title")}
      </h2>
      <dl class="stats columns">
        <Stat label={t("pursuit.sitting.hits")} value={`${num(hits)} / ${num(games)}`} tone="good" />
        <Stat
          label={t("pursuit.sitting.distance")}
          value={num(String(distance))}
          {...(helped > 0 && { note: tn("pursuit.sitting.helped", helped) })}
        />
      </dl>
      <details>
        <summary>{t("pursuit.sitting.games")}</summary>
        <ol>
          {all.map(
            (round) =>
              round.outcome?.counted && (
                <li key={round.start}>
                  <a href={positionPath(round.start)}>{num(round.target)}</a>: {result(round.outcome, round.helped)}
                </li>
              ),
          )}
        </ol>
      </details>
      <p>
        <Button text={t("pursuit.sitting.clear")} look="quiet" onClick={() => clearRounds(start)} />
      </p>
    </section>
  );
}
