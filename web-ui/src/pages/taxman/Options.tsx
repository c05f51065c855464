import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CheckField } from "../../components/CheckField";
import { t } from "../../lib/i18n";
import { readSetting, useMedia, writeSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import type { Pressed } from "./Tiles";

/** What the player has chosen for all games. */
export interface Chosen {
  /** Whether it is shown how good the game can still become. */
  best: boolean;
  setBest(on: boolean): void;
  /** Whether a press shows the cost first; null as long as nothing was chosen. */
  asks: boolean | null;
  setAsks(on: boolean): void;
}

/** A setting that is on or off; null as long as nothing was chosen. */
function useSetting(key: string): [boolean | null, (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    const kept = readSetting(key);
    return kept === null ? null : kept !== "off";
  });
  const change = (value: boolean): void => {
    setOn(value);
    writeSetting(key, value ? "on" : "off");
  };
  return [on, change];
}

export function useChosen(): Chosen {
  const [best, setBest] = useSetting("taxman.best");
  const [asks, setAsks] = useSetting("taxman.ask");
  return { best: best ?? true, setBest, asks, setAsks };
}

/** Whether a press that was made in this way shows the cost first: by touch it does, unless something else was chosen. */
export function asksFirst({ asks }: Chosen, how: Pressed): boolean {
  return how !== "key" && (asks ?? how === "touch");
}

/** What can be chosen. */
export function Options({ chosen }: { chosen: Chosen }): JSX.Element {
  const switches = useSwitches();
  const coarse = useMedia("(pointer: coarse)");
  return (
    <details class="no-print">
      <summary>{t("taxman.options")}</summary>
      {switches.best && (
        <CheckField
          label={t("taxman.options.best")}
          hint={t("taxman.options.bestHint")}
          checked={chosen.best}
          onInput={chosen.setBest}
        />
      )}
      <CheckField
        label={t("taxman.options.ask")}
        hint={t("taxman.options.askHint")}
        checked={chosen.asks ?? coarse}
        onInput={chosen.setAsks}
      />
    </details>
  );
}
