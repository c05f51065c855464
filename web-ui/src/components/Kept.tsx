import type { JSX } from "preact";
import { t } from "../lib/i18n";
import { trouble } from "../lib/profile";
import { useStore } from "../lib/store";

/** Warns the player if the browser does not keep results. Games can still be played. */
export function Kept(): JSX.Element | null {
  const what = useStore(trouble);
  return what && <p class="note">{t(`profile.trouble.${what}`)}</p>;
}
