import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { withSwitches } from "../lib/classlinks";
import { HINTS, type Switch, type Switches, USUAL } from "../lib/classroom";
import { t } from "../lib/i18n";
import { SITE } from "../lib/place";
import { pageLink } from "../lib/sending";
import { rich } from "../lib/wording";
import { CheckField } from "./CheckField";
import { CopyLine } from "./CopyLine";
import { SelectField } from "./SelectField";

const ALL = Object.keys(USUAL) as readonly Switch[];

/** Explains how other computers can reach a path, if this server runs on the reader's own computer. */
export function OtherComputers({ path }: { path: string }): JSX.Element | null {
  return !SITE && ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) ? (
    <p class="muted anywhere">{rich("share.local", { path: <code>{path}</code> })}</p>
  ) : null;
}

/** Makes a link to a path, with the switches that a teacher chooses for a class. */
export function LinkMaker(props: { path: string; from: Switches; shown?: readonly Switch[] }): JSX.Element {
  const [switches, setSwitches] = useState(props.from);
  const path = withSwitches(props.path, switches);
  return (
    <div class="stack">
      {(props.shown ?? ALL).map((which) =>
        which === "hints" ? (
          <SelectField
            key={which}
            label={t("classroom.link.hints")}
            value={switches.hints}
            options={HINTS.map((value) => ({ value, label: t(`classroom.link.hints.${value}`) }))}
            onInput={(text) => setSwitches({ ...switches, hints: HINTS.find((one) => one === text) ?? USUAL.hints })}
          />
        ) : (
          <CheckField
            key={which}
            label={t(`classroom.link.${which}`)}
            checked={switches[which]}
            onInput={(on) => setSwitches({ ...switches, [which]: on })}
          />
        ),
      )}
      <CopyLine label={t("classroom.link.link")} text={pageLink(path)} />
      <OtherComputers path={path} />
      <p>
        <a class="button" href={path} target="_blank" rel="noopener">
          {t("classroom.link.open")}
        </a>
      </p>
    </div>
  );
}
