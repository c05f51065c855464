import type { JSX } from "preact";
import { num, t } from "../../lib/i18n";
import { profile, useProfile } from "../../lib/profile";
import { type Level, statesOf } from "./model";

/** The way on from a level that has been won; null anywhere else. */
export function NextLevel(props: { game: string; levels: readonly Level[]; id: string }): JSX.Element | null {
  useProfile();
  const states = statesOf(props.levels, (key) => profile.best(props.game, key));
  const at = props.levels.findIndex(({ key }) => key === props.id);
  const next = props.levels[at + 1];
  if (at < 0 || next === undefined || (states[at] !== "won" && states[at] !== "perfect")) {
    return null;
  }
  return (
    <a class="button primary" href={next.path}>
      {t("after.nextLevel", { level: num(at + 2) })}
    </a>
  );
}
