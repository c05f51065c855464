import type { JSX } from "preact";
import { PageTitle } from "../../components/PageTitle";
import { num, type TextKey, t } from "../../lib/i18n";
import { profile, useProfile } from "../../lib/profile";
import { type Level, type State, statesOf } from "./model";
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
  /** What must be said besides. */
  note?: TextKey;
}): JSX.Element {
  useProfile();
  const { levels } = props;
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
          })}{" "}
          {props.note && <span class="muted">{t(props.note)}</span>}
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
        <ol class="levels">
          {levels.map((level, place) => (
            <li key={level.key}>
              <Tile level={level} number={place + 1} state={states[place] ?? "locked"} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Tile({ level, number, state }: { level: Level; number: number; state: State }): JSX.Element {
  const what = level.what();
  const said = t("after.level.say", { level: num(number), what, state: t(STATES[state]) });
  const inside = (
    <>
      <b aria-hidden="true">
        {num(number)} {SIGNS[state]}
      </b>
      <small aria-hidden="true">{what}</small>
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
