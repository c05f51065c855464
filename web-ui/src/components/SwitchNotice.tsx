import type { JSX } from "preact";
import { type Switches, turnedSwitches } from "../lib/classroom";
import { list, t } from "../lib/i18n";
import { useSwitches } from "../lib/switches";
import { Icon } from "./Icon";

/** Describe the switches that a link for a class has set. */
export function switchWords(switches: Switches): readonly string[] {
  return turnedSwitches(switches).map((which) =>
    which === "hints" ? t(`classroom.on.hints.${switches.hints}`) : t(`classroom.on.${which}`),
  );
}

/** Shows the player the switches that the link has set. */
export function SwitchNotice(): JSX.Element | null {
  const words = switchWords(useSwitches());
  return words.length === 0 ? null : (
    <p class="note switch-notice">
      <Icon name="switches" />
      <span>
        {t("classroom.on")} {list(words)}.
      </span>
    </p>
  );
}
