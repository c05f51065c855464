import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { readSwitches } from "../lib/classroom";
import { t } from "../lib/i18n";
import { place } from "../lib/place";
import { positionPath, useRoute } from "../lib/router";
import { pageLink, sentQuery } from "../lib/sending";
import { Button } from "./Button";
import { CopyLine } from "./CopyLine";
import { Dialog } from "./Dialog";
import { LinkMaker, OtherComputers } from "./LinkMaker";

/** A button that shows the link and the id of a position, for copying. */
export function Share(props: { id?: string }): JSX.Element {
  const route = useRoute();
  const [open, setOpen] = useState(false);
  const id = props.id ?? route.id;
  const path = props.id === undefined ? place().pathname + sentQuery() : positionPath(props.id);
  return (
    <>
      <Button icon="share" text={t("share.share")} title={t("share.share")} onClick={() => setOpen(true)} />
      <Dialog title={t("share.title")} open={open} onClose={() => setOpen(false)}>
        <p>{t("share.text")}</p>
        <CopyLine label={t("share.link")} text={pageLink(path)} />
        {id !== null && <CopyLine label={t("share.id")} text={id} />}
        <details>
          <summary>{t("classroom.link")}</summary>
          <div class="stack">
            <p class="muted">{t("classroom.link.lead")}</p>
            <LinkMaker path={path} from={readSwitches(route.query)} />
          </div>
        </details>
        <OtherComputers path={path} />
      </Dialog>
    </>
  );
}
