import type { JSX } from "preact";
import type { Described } from "../../generated/api";
import { t } from "../../lib/i18n";
import { useLoaded } from "../../lib/lazy";
import { Button } from "../Button";

const share = async () => (await import("./ShareGame")).ShareGame;

/** The button that shares a finished game. Its code is loaded only when a game has finished. */
export function ShareEnd({ record }: { record: Described }): JSX.Element {
  const Share = useLoaded([share]).parts?.[0];
  return Share ? (
    <Share record={record} />
  ) : (
    // Reserve room for the button, so that the card does not grow when the button has loaded.
    <Button icon="share" text={t("share.share")} off />
  );
}
