/** Judges finished games. */
import type { TaxmanDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { Best } from "./best";

/** Maximum number of open tiles for which a proof's page explains the best score; more would be hard to read. */
export const EXPLAINED = 100;

/** Describe how good a finished game was. */
export function verdictOf(
  position: TaxmanDescribed,
  best: Pick<Best, "whole" | "wholeUpper">,
): { outcome: string; verdict: string | null; perfect: boolean } {
  const [player, taxman] = [Number(position.scores[0]), Number(position.scores[1])];
  const outcome =
    player > taxman
      ? t("taxman.over.won", { player, taxman })
      : player < taxman
        ? t("taxman.over.lost", { player, taxman })
        : t("taxman.over.drawn", { player });
  if (best.whole !== null) {
    const short = best.whole - player;
    const verdict = short === 0 ? t("taxman.over.perfect") : t("taxman.over.short", { short, best: best.whole });
    return { outcome, verdict, perfect: short === 0 };
  }
  if (best.wholeUpper !== null) {
    const short = best.wholeUpper - player;
    return short === 0
      ? { outcome, verdict: t("taxman.over.perfect"), perfect: true }
      : { outcome, verdict: t("taxman.over.atMost", { short }), perfect: false };
  }
  return { outcome, verdict: null, perfect: false };
}
