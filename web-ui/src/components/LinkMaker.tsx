import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { HINTS, type Switches, USUAL, withSwitches } from "../lib/classroom";
import { t } from "../lib/i18n";
import { pageLink } from "../lib/router";
import { CheckField } from "./CheckField";
import { CopyLine } from "./CopyLine";
import { SelectField } from "./SelectField";

/** Makes a link to a path, with switches for a class. */
export function LinkMaker(props: { path: string; from?: Switches }): JSX.Element {
  const [switches, setSwitches] = useState<Switches>(props.from ?? USUAL);
  const check = (which: Exclude<keyof Switches, "hints">): JSX.Element => (
    <CheckField
      label={t(`classroom.link.${which}`)}
      checked={switches[which]}
      onInput={(on) => setSwitches({ ...switches, [which]: on })}
    />
  );
  const path = withSwitches(props.path, switches);
  return (
    <div class="stack">
      {check("previews")}
      {check("best")}
      <SelectField
        label={t("classroom.link.hints")}
        value={switches.hints}
        options={HINTS.map((value) => ({ value, label: t(`classroom.link.hints.${value}`) }))}
        onInput={(text) => setSwitches({ ...switches, hints: HINTS.find((one) => one === text) ?? USUAL.hints })}
      />
      {check("restAtEnd")}
      {check("findDivisors")}
      {check("projector")}
      <CopyLine label={t("classroom.link.link")} text={pageLink(path)} />
      <p>
        <a class="button" href={path} target="_blank" rel="noopener">
          {t("classroom.link.open")}
        </a>
      </p>
    </div>
  );
}
