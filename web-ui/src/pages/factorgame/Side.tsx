import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { CheckField } from "../../components/CheckField";
import { Proven } from "../../components/Proven";
import { Moves as MoveList } from "../../components/tiles/Moves";
import { some } from "../../components/tiles/numbers";
import { Coach, CoachFields, WorthTable } from "../../components/two/Coach";
import { type Seats, sideOf } from "../../components/two/seats";
import { outcome } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { useMedia, useSetting } from "../../lib/store";
import { RulesText } from "./RulesText";
import { costsOf, provable, useFinal, useWorth } from "./worth";

/** The player's settings for all games. */
export type Chosen = ReturnType<typeof useChosen>;

export function useChosen() {
  // Set if the costs of the latest moves and the worth of each move are shown.
  const [comments, setComments] = useSetting("factorgame.comments");
  const [advised, setAdvised] = useSetting("factorgame.advice");
  // True if the first press on a number only shows its gains; null if the player has not changed this setting.
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

/** The moves in order. Each shows the points that it gave the other player, and links to its position. */
function Moves(props: {
  game: GameState<FactorgameDescribed>;
  record: FactorgameDescribed;
  seats: Seats;
}): JSX.Element {
  const { game, record, seats } = props;
  const made = record.turns.map(({ number, given, player }, i) => ({
    label: t("factor.moves.to", { move: i + 1, number: String(number), given: some(given) }),
    number,
    note: given.length > 0 ? t("factor.moves.given", { given: some(given) }) : t("factor.moves.wasted"),
    by: `factor-by ${sideOf(seats, player)}`,
  }));
  return (
    <MoveList made={made} future={game.future.map(Number)} at={record.moves.length} onGo={(k) => void game.goTo(k)} />
  );
}

/** The panel that shows the worth of each move and the result of best play. */
function Advised({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  const { result, running } = useWorth(record.id);
  const { totals } = useFinal(record);
  const costs = costsOf(result);
  if (running) {
    return <Busy inline label={t("factor.advice.wait")} />;
  }
  if (result === null || totals === null || costs.size === 0) {
    return <p class="muted">{t("factor.advice.unknown")}</p>;
  }
  const lead = totals[0] - totals[1];
  const best = record.to_move === 0 ? lead : -lead;
  const moves = [...costs].map(([number, cost]) => ({
    name: String(number),
    end: num(best - cost),
    cost,
    best: cost === 0,
  }));
  return (
    <>
      <p>
        {outcome("forecast", seats, totals, lead)} <Proven position={provable(record.id)} />
      </p>
      <WorthTable moves={moves} end="factor.end" />
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
