import type { JSX } from "preact";
import { t } from "../lib/i18n";
import { proofPath } from "../lib/router";
import { Icon } from "./Icon";

/** A label for a proven value, with a link to its proof if there is one. */
export function Proven(props: {
  /** The position that the proof is about; null if its proof has no page. */
  position: string | null;
}): JSX.Element {
  const { position } = props;
  const label = (
    <>
      <Icon name="check" />
      {t("proof.proven")}
    </>
  );
  return position === null ? (
    <span class="chip good">{label}</span>
  ) : (
    <a class="chip good" href={proofPath(position)} title={t("proof.open")}>
      {label}
    </a>
  );
}
