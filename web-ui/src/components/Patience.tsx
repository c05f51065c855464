import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../lib/i18n";

/** Milliseconds without a word, after which silence needs a reason. */
const SILENCE = 4000;

/** Why it may take long, once it does: shown while nothing has been heard of a question. */
export function Patience(): JSX.Element | null {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SILENCE);
    return () => clearTimeout(timer);
  }, []);
  return late ? <span class="muted">{t("common.patience")}</span> : null;
}
