import type { JSX } from "preact";
import { CheckField } from "../../components/CheckField";
import { Coach } from "../../components/two/Coach";
import type { Seats } from "../../components/two/seats";
import type { FactorgameDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { useMedia, useSetting } from "../../lib/store";
import { Advised } from "./Advised";
import { Moves } from "./Moves";
import { Rules } from "./Start";

/** What the player has chosen for all games. */
export interface Chosen {
  /** Whether it is said what the latest moves gave away. */
  comments: boolean;
  setComments: (on: boolean) => void;
  /** Whether it is said what each move is worth. */
  advised: boolean;
  setAdvised: (on: boolean) => void;
  /** Whether a press shows the gains first; null as long as nothing was chosen. */
  asks: boolean | null;
  setAsks: (on: boolean) => void;
}

export function useChosen(): Chosen {
  const [comments, setComments] = useSetting("factorgame.comments");
  const [advised, setAdvised] = useSetting("factorgame.advice");
  const [asks, setAsks] = useSetting("factorgame.ask");
  return { comments: comments ?? true, setComments, advised: advised ?? false, setAdvised, asks, setAsks };
}

/** Beside the board: the coach, the moves so far, the rules, and what can be chosen. */
export function Side(props: {
  game: GameState<FactorgameDescribed>;
  record: FactorgameDescribed;
  seats: Seats;
  chosen: Chosen;
  /** Whether it may be told what moves are worth. */
  told: boolean;
  /** Whether it is told now. */
  advised: boolean;
}): JSX.Element {
  const { game, record, seats, chosen } = props;
  const coarse = useMedia("(pointer: coarse)");
  return (
    <section class="stack tiles-side" aria-label={t("factor.side")}>
      <Coach
        comments={chosen.comments}
        onComments={chosen.setComments}
        advice={props.told ? { label: "factor.advice", on: chosen.advised, onInput: chosen.setAdvised } : null}
      >
        {props.advised && <Advised record={record} seats={seats} />}
      </Coach>
      <Moves game={game} record={record} seats={seats} />
      <details class="no-print">
        <summary>{t("factor.rules")}</summary>
        <Rules passing={record.passing} />
      </details>
      <details class="no-print">
        <summary>{t("tiles.options")}</summary>
        <CheckField
          label={t("tiles.options.ask")}
          hint={t("tiles.options.askHint")}
          checked={chosen.asks ?? coarse}
          onInput={chosen.setAsks}
        />
      </details>
    </section>
  );
}
