import type { JSX } from "preact";
import { Button } from "../../components/Button";
import { t } from "../../lib/i18n";
import { profile, useProfile } from "../../lib/profile";
import { type Level, levelPath, nextLevel, stateOf } from "./model";

/** The link to the next level. It appears only if this level is won and another one follows. */
export function NextLevel(props: { game: string; levels: readonly Level[]; id: string }): JSX.Element | null {
  useProfile();
  const next = nextLevel(props.levels, props.id);
  return next === undefined || stateOf(profile.best(props.game, props.id)) === "open" ? null : (
    <Button text={t("after.nextLevel", { what: next.what() })} look="primary" href={levelPath(next)} />
  );
}
