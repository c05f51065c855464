import type { JSX } from "preact";
import { CheckField } from "../../components/CheckField";
import { t } from "../../lib/i18n";
import { useMedia, useSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";

/** What the player has chosen for all games. */
export interface Chosen {
  /** Whether it is shown how good the game can still become. */
  best: boolean;
  setBest(on: boolean): void;
  /** Whether a press shows the cost first; null as long as nothing was chosen. */
  asks: boolean | null;
  setAsks(on: boolean): void;
}

export function useChosen(): Chosen {
  const [best, setBest] = useSetting("taxman.best");
  const [asks, setAsks] = useSetting("taxman.ask");
  return { best: best ?? true, setBest, asks, setAsks };
}

/** What can be chosen. */
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
