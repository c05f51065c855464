import type { JSX } from "preact";
import { PageTitle } from "../../components/PageTitle";
import { num, type TextKey, t } from "../../lib/i18n";
import { profile, useProfile } from "../../lib/profile";
import { type Level, type State, stateOf, statesOf } from "./model";
import "../../components/after/after.css";

const STATES: Readonly<Record<State, TextKey>> = {
  perfect: "after.level.perfect",
  won: "after.level.won",
  open: "after.level.open",
  locked: "after.level.locked",
};
const SIGNS: Readonly<Record<State, string>> = { perfect: "★", won: "✓", open: "", locked: "" };

/** The levels of a game, as a page. */
export function Levels(props: {
  game: string;
  title: TextKey;
  levels: readonly Level[];
  /** More of the kind, open to all. */
  others?: readonly Level[];
}): JSX.Element {
  useProfile();
  const { levels, others = [] } = props;
  const states = statesOf(levels, (key) => profile.best(props.game, key));
  const passed = states.filter((state) => state === "won" || state === "perfect").length;
  const at = states.indexOf("open");
  const next = levels[at];
  return (
    <>
      <PageTitle text={t("after.levels.title", { game: t(props.title) })} lead={t("after.levels.lead")} />
      <div class="stack">
        <p>
          {t("after.levels.done", {
            done: passed,
            total: levels.length,
            stars: states.filter((state) => state === "perfect").length,
          })}
        </p>
        <p>
          {next === undefined ? (
            t("after.levels.all")
          ) : (
            <a class="button primary" href={next.path}>
              {t("after.levels.next", { level: num(at + 1) })}
            </a>
          )}
        </p>
        <ol class="levels chapters">
          {levels.map((level, place) => (
            <li key={level.key}>
              <Tile level={level} number={place + 1} state={states[place] ?? "locked"} />
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <details>
            <summary>{t("after.levels.others")}</summary>
            <ol class="levels">
              {others.map((level) => (
                <li key={level.key}>
                  <Tile level={level} number={null} state={stateOf(profile.best(props.game, level.key))} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </>
  );
}

/** A level; its number is null where levels are in no order. */
function Tile({ level, number, state }: { level: Level; number: number | null; state: State }): JSX.Element {
  const what = level.what();
  const idea = level.idea?.();
  const named = idea === undefined ? what : t("common.named", { name: what, what: idea });
  const said =
    number === null
      ? t("common.named", { name: what, what: t(STATES[state]) })
      : t("after.level.say", { level: num(number), what: named, state: t(STATES[state]) });
  const inside = (
    <>
      <b aria-hidden="true">
        {number === null ? what : num(number)} {SIGNS[state]}
      </b>
      {number !== null && <small aria-hidden="true">{what}</small>}
      {idea !== undefined && (
        <span class="level-idea" aria-hidden="true">
          {idea}
        </span>
      )}
      <small aria-hidden="true">{t(STATES[state])}</small>
      <span class="visually-hidden">{said}</span>
    </>
  );
  return state === "locked" ? (
    <div class="level locked">{inside}</div>
  ) : (
    <a class={`level ${state}`} href={level.path}>
      {inside}
    </a>
  );
}
