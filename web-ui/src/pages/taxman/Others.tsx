import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { SelectField } from "../../components/SelectField";
import { t } from "../../lib/i18n";
import { BEST, playerOptions, playerRule } from "./players";

/** Links to other games with the same pot, to watch or to compare with the player's own game. */
export function Others(props: { onReplay: (name: string) => void; onCompare: (name: string) => void }): JSX.Element {
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
