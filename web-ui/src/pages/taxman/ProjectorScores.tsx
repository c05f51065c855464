import type { JSX } from "preact";
import { ProjectorScore } from "../../components/Projector";
import type { TaxmanDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { Best } from "./best";

/** Both scores, above a board that fills the screen. */
export function ProjectorScores(props: { position: TaxmanDescribed; best: Best | null }): JSX.Element {
  const { position, best } = props;
  return (
    <>
      <ProjectorScore label={t("taxman.you")} value={num(position.scores[0] ?? 0)} tone="player" />
      <ProjectorScore label={t("taxman.taxman")} value={num(position.scores[1] ?? 0)} tone="opponent" />
      {best?.proven && <ProjectorScore label={t("taxman.best")} value={num(best.lower ?? 0)} />}
    </>
  );
}
