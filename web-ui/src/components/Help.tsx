import { Fragment, type JSX } from "preact";
import { t } from "../lib/i18n";
import { setShortcutsOn, shortcuts, shortcutsOn } from "../lib/shortcuts";
import { useStore } from "../lib/store";
import { CheckField } from "./CheckField";
import { Dialog } from "./Dialog";

/** Maps the name of a key in KeyboardEvent to its label for readers. */
const SIGNS: Readonly<Record<string, string>> = {
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
  backspace: "⌫",
  escape: "Esc",
};

/** The keys that the page understands, with a switch that turns shortcuts with single keys off. */
export function Help(props: { open: boolean; onClose: () => void }): JSX.Element {
  const lists = useStore(shortcuts);
  const on = useStore(shortcutsOn);
  const rows: [string, string][] = [
    ...lists.flatMap((list) => list().map(({ key, label }): [string, string] => [SIGNS[key] ?? key, label])),
    ["Tab", t("help.tab")],
    ["← → ↑ ↓", t("help.arrows")],
    [t("help.enterKey"), t("help.enter")],
    ["Esc", t("help.escape")],
  ];
  return (
    <Dialog title={t("help.title")} open={props.open} onClose={props.onClose}>
      <dl class="terms">
        {rows.map(([key, label]) => (
          <Fragment key={key + label}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
      <CheckField label={t("help.singleKeys")} checked={on} onInput={setShortcutsOn} hint={t("help.singleKeysHint")} />
    </Dialog>
  );
}
