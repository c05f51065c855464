import type { JSX } from "preact";
import type { Exact } from "../generated/api";
import { num, t } from "../lib/i18n";
import { rich } from "../lib/wording";
import { type Asked, Patience } from "./Patience";
import { Proven } from "./Proven";

/** A proven value, or the bounds that are known so far. */
export function Proof(props: {
  lower: Exact | null;
  upper: Exact | null;
  /** The question that is still being answered; null if there is none. */
  asked: Asked | null;
  /** The position whose proof can be shown, if there is one. */
  position?: string | null;
}): JSX.Element {
  const { lower, upper, asked, position = null } = props;
  if (lower !== null && upper !== null && String(lower) === String(upper)) {
    return (
      <span class="proof proven">
        <strong class="number">{num(lower)}</strong>
        <Proven position={position} />
      </span>
    );
  }
  const strong = (value: Exact): JSX.Element => <strong class="number">{num(value)}</strong>;
  return (
    <span class="proof">
      <span>
        {lower !== null && upper !== null
          ? rich("proof.between", { lower: strong(lower), upper: strong(upper) })
          : lower !== null
            ? rich("proof.atLeast", { lower: strong(lower) })
            : upper !== null
              ? rich("proof.atMost", { upper: strong(upper) })
              : t("proof.unknown")}
      </span>
      {asked && (
        <>
          <span class="spinner" aria-hidden="true" /> <Patience {...asked} />
        </>
      )}
    </span>
  );
}
