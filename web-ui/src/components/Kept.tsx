import type { JSX } from "preact";
import { t } from "../lib/i18n";
import { trouble } from "../lib/profile";
import { useStore } from "../lib/store";

/** Says that the browser does not keep what is played, where that is so: the games themselves go on. */
export function Kept(): JSX.Element | null {
  const what = useStore(trouble);
  return what && <p class="note profile-trouble">{t(`profile.trouble.${what}`)}</p>;
}
