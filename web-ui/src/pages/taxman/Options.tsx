import type { JSX } from "preact";
import { CheckField } from "../../components/CheckField";
import { t } from "../../lib/i18n";
import { useMedia, useSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";

/** The player's settings for all games. */
export type Chosen = ReturnType<typeof useChosen>;

export function useChosen() {
  const [best, setBest] = useSetting("taxman.best");
  // Whether the first press on a number only shows its cost; null if the player has not changed this setting.
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
