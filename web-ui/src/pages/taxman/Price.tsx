import type { JSX } from "preact";
import type { Solution, TaxmanDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import { SETTLED, useLive } from "../../lib/solver";

/** Says by how much a move lowers the proven best score; nothing until that is known. */
export function Price(props: { position: TaxmanDescribed; number: number; best: number }): JSX.Element | null {
  const { position, number, best } = props;
  const id = `${position.id}${position.moves.length > 0 ? "." : "/"}${number}`;
  const { result } = useLive<Solution>("/hint", { id }, SETTLED);
  if (result?.status !== "optimal") {
    return null;
  }
  const cost = best - Number(result.value);
  const text = cost === 0 ? t("taxman.ticket.keeps", { value: best }) : t("taxman.ticket.cost", { cost });
  return <span class="tiles-hint bold"> {text}</span>;
}
