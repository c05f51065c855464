import type { JSX } from "preact";
import { Button } from "../../components/Button";
import { PageTitle } from "../../components/PageTitle";
import { showsAll, Thumb } from "../../components/Thumb";
import { num, type TextKey, t } from "../../lib/i18n";
import { profile, useProfile } from "../../lib/profile";
import { type Level, levelPath, type State, stateOf } from "./model";
import "./levels.css";

const SIGNS: Readonly<Record<State, string>> = { perfect: "★", won: "✓", open: "" };

/** A page with the levels of a game as a map. */
export function Levels(props: {
  game: string;
  title: TextKey;
  levels: readonly Level[];
  /** Links to similar pages. */
  others?: JSX.Element;
}): JSX.Element {
  useProfile();
  const { levels, others } = props;
  const states = levels.map(({ key }) => stateOf(profile.best(props.game, key)));
  const done = states.filter((state) => state !== "open").length;
  const at = states.indexOf("open");
  const next = levels[at];
  return (
    <>
      <PageTitle text={t("after.levels.title", { game: t(props.title) })} lead={t("after.levels.lead")}>
        {next === undefined ? (
          <p class="chip good">{t("after.levels.all")}</p>
        ) : (
          <Button text={t("after.levels.next", { level: num(at + 1) })} look="primary" href={levelPath(next)} />
        )}
      </PageTitle>
      <div class="stack">
        {done > 0 && (
          <p>
            {t("after.levels.done", {
              done,
              total: levels.length,
              stars: states.filter((state) => state === "perfect").length,
            })}
          </p>
        )}
        <ol class="levels">
          {levels.map((level, place) => (
            <li key={level.key}>
              <Stop level={level} number={place + 1} state={states[place] ?? "open"} next={place === at} />
            </li>
          ))}
        </ol>
        {others && (
          <details>
            <summary>{t("after.levels.others")}</summary>
            {others}
          </details>
        )}
      </div>
    </>
  );
}

/** A level on the map: its board, its number, and its result. */
function Stop(props: { level: Level; number: number; state: State; next: boolean }): JSX.Element {
  const { level, number, state, next } = props;
  const [what, idea, id] = [level.what(), level.idea?.(), level.path.slice(1).split("?")[0] ?? ""];
  const said = t("after.level.say", {
    level: num(number),
    what: idea === undefined ? what : t("common.named", { name: what, what: idea }),
    state: t(next ? "after.level.next" : `after.level.${state}`),
  });
  return (
    <a class={`level card stack tight ${state} ${next ? "next" : ""}`} href={levelPath(level)}>
      <Thumb id={id} />
      <span class="row" aria-hidden="true">
        <b>{num(number)}</b>
        {!showsAll(id) && <span>{what}</span>}
        <i class="level-sign">{next ? t("after.level.next") : SIGNS[state]}</i>
      </span>
      {idea !== undefined && <small aria-hidden="true">{idea}</small>}
      <span class="visually-hidden">{said}</span>
    </a>
  );
}
