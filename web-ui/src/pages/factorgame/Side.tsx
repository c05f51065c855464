import type { JSX } from "preact";
import { CheckField } from "../../components/CheckField";
import { Coach, CoachFields } from "../../components/two/Coach";
import type { Seats } from "../../components/two/seats";
import type { FactorgameDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { useMedia, useSetting } from "../../lib/store";
import { Advised } from "./Advised";
import { Moves } from "./Moves";
import { RulesText } from "./RulesText";

/** The player's settings for all games. */
export type Chosen = ReturnType<typeof useChosen>;

export function useChosen() {
  // Whether the costs of the latest moves are shown, and the worth of each move.
  const [comments, setComments] = useSetting("factorgame.comments");
  const [advised, setAdvised] = useSetting("factorgame.advice");
  // Whether the first press on a number only shows its gains; null if the player has not changed this setting.
  const [asks, setAsks] = useSetting("factorgame.ask");
  return { comments: comments ?? true, setComments, advised: advised ?? false, setAdvised, asks, setAsks };
}

/** The fields for the player's settings; `told` is set if the worth of moves may be shown. */
export function Options({ chosen, told }: { chosen: Chosen; told: boolean }): JSX.Element {
  const coarse = useMedia("(pointer: coarse)");
  return (
    <>
      <CoachFields
        comments={chosen.comments}
        onComments={chosen.setComments}
        advice={told ? { label: "factor.advice", on: chosen.advised, onInput: chosen.setAdvised } : null}
      />
      <CheckField
        label={t("tiles.options.ask")}
        hint={t("tiles.options.askHint")}
        checked={chosen.asks ?? coarse}
        onInput={chosen.setAsks}
      />
    </>
  );
}

/** The panel beside the stage: the worth of moves, the moves so far, and the rules. */
export function Side(props: {
  game: GameState<FactorgameDescribed>;
  record: FactorgameDescribed;
  seats: Seats;
  /** Set if the worth of moves is shown now. */
  advised: boolean;
}): JSX.Element {
  const { game, record, seats } = props;
  return (
    <section class="stack" aria-label={t("factor.side")}>
      {props.advised && (
        <Coach>
          <Advised record={record} seats={seats} />
        </Coach>
      )}
      <Moves game={game} record={record} seats={seats} />
      <details class="no-print">
        <summary>{t("factor.rules")}</summary>
        <RulesText passing={record.passing} />
      </details>
    </section>
  );
}
