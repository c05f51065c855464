import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { CheckField } from "../../components/CheckField";
import { SelectField } from "../../components/SelectField";
import type { TaxmanDescribed, TaxmanTurn } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { setQuery } from "../../lib/router";
import { useMedia, useSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import type { Best } from "./best";
import { Moves } from "./Moves";
import { BEST, PLAYS, playerOptions, playerRule } from "./players";
import { RulesText } from "./RulesText";
import { StillPossible, Tally } from "./StillPossible";

/** The player's settings for all games. */
export type Chosen = ReturnType<typeof useChosen>;

export function useChosen() {
  const [best, setBest] = useSetting("taxman.best");
  // True if the first press on a number only shows its cost; null if the player has not changed this setting.
  const [asks, setAsks] = useSetting("taxman.ask");
  return { best: best ?? true, setBest, asks, setAsks };
}

/** The fields for the settings. */
export function Options({ chosen }: { chosen: Chosen }): JSX.Element {
  const switches = useSwitches();
  const coarse = useMedia("(pointer: coarse)");
  return (
    <>
      {switches.best && (
        <CheckField
          label={t("taxman.options.best")}
          hint={t("taxman.options.bestHint")}
          checked={chosen.best}
          onInput={chosen.setBest}
        />
      )}
      <CheckField
        label={t("tiles.options.ask")}
        hint={t("tiles.options.askHint")}
        checked={chosen.asks ?? coarse}
        onInput={chosen.setAsks}
      />
    </>
  );
}

/** Links to other games with the same pot, to watch or to compare with the player's own game. */
function Others(props: { onReplay: (name: string) => void; onCompare: (name: string) => void }): JSX.Element {
  const [name, setName] = useState(BEST);
  return (
    <section class="stack no-print" aria-label={t("taxman.others")}>
      <h2 class="big">{t("taxman.others")}</h2>
      <SelectField
        label={t("taxman.others.who")}
        value={name}
        options={playerOptions()}
        onInput={setName}
        hint={playerRule(name)}
      />
      <p class="row">
        <Button icon="play" text={t("taxman.others.watch")} onClick={() => props.onReplay(name)} />
        <Button text={t("taxman.others.compare")} onClick={() => props.onCompare(name)} />
      </p>
    </section>
  );
}

/**
 * The part beside the board: the score that is still possible, the moves so far, the numbers gone, other games, the
 * rules and the settings.
 */
export function Side(props: {
  game: GameState<TaxmanDescribed>;
  position: TaxmanDescribed;
  turns: readonly TaxmanTurn[];
  /** The best score still possible, if it is shown. */
  best: Best | null;
  onCompare: (name: string) => void;
}): JSX.Element {
  const { game, position, turns } = props;
  const switches = useSwitches();
  return (
    <section class="stack" aria-label={t("taxman.side")}>
      {props.best && <StillPossible best={props.best} begun={turns.length > 0} position={position.id} />}
      <Moves
        turns={turns}
        future={game.future.map(Number)}
        at={position.moves.length}
        onGo={(k) => void game.goTo(k)}
      />
      <Tally tiles={position.tiles} />
      {switches.best && (
        <Others
          onReplay={(name) => setQuery({ replay: name, step: PLAYS }, { push: true })}
          onCompare={props.onCompare}
        />
      )}
      <details class="no-print">
        <summary>{t("taxman.rules")}</summary>
        <RulesText />
      </details>
    </section>
  );
}
