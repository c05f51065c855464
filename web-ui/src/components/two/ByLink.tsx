import type { JSX } from "preact";
import type { Described } from "../../generated/api";
import { t } from "../../lib/i18n";
import { resultsOf } from "../../lib/outcomes";
import { positionPath } from "../../lib/router";
import { pageLink, sentQuery } from "../../lib/sending";
import { SendButton } from "../SendButton";

/** A button that sends the link of the game to the other player, after the reader's move. */
export function ByLink({ record }: { record: Described }): JSX.Element {
  const said = t("two.link.text", { game: resultsOf(record.game).name(record.start) });
  const text = `${said}\n${pageLink(positionPath(record.id) + sentQuery())}`;
  return (
    <p class="row">
      <SendButton look="primary" label={t("two.link.send")} text={text} />
    </p>
  );
}
