import type { JSX } from "preact";
import { LookLegend } from "../../components/tiles/LookLegend";
import { t } from "../../lib/i18n";
import type { Look } from "./Tiles";

/** A legend that explains the looks of tiles. */
export function Legend({ replay = false }: { replay?: boolean }): JSX.Element {
  const looks: readonly (readonly [Look, string])[] = [
    ...(replay
      ? ([["open", t("taxman.legend.open")]] as const)
      : ([
          ["legal", t("taxman.legend.legal")],
          ["idle", t("taxman.legend.idle")],
        ] as const)),
    ["take", replay ? t("taxman.legend.taken") : t("taxman.legend.take")],
    ["tax", t("taxman.legend.tax")],
    ["left", t("taxman.legend.left")],
  ];
  return <LookLegend label={t("taxman.legend")} looks={looks} />;
}
