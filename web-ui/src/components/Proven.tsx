import type { JSX } from "preact";
import { t } from "../lib/i18n";
import { proofPath } from "../lib/router";
import { Icon } from "./Icon";
import "./proven.css";

/** That something is proven; where there is a proof to be seen, the way to it. */
export function Proven(props: {
  /** The position that it is about; null if there is no page of its proof. */
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
    <a class="chip good proven-link" href={proofPath(position)} title={t("proof.open")}>
      {label}
    </a>
  );
}
