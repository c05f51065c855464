import type { JSX } from "preact";
import { readSwitches, turnedSwitches } from "../lib/classroom";
import { list, t } from "../lib/i18n";
import type { Route } from "../lib/router";
import { Icon } from "./Icon";

/** Shows the player the switches that the link has set. */
export function SwitchNotice({ route }: { route: Route }): JSX.Element {
  const switches = readSwitches(route.query);
  const words = turnedSwitches(switches).map((which) =>
    which === "hints" ? t(`classroom.on.hints.${switches.hints}`) : t(`classroom.on.${which}`),
  );
  return (
    <p class="note switch-notice">
      <Icon name="switches" />
      <span>
        {t("classroom.on")} {list(words)}.
      </span>
    </p>
  );
}
