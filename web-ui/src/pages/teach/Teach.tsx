import { games as materials } from "game-materials";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { LinkMaker } from "../../components/LinkMaker";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { Stat } from "../../components/Stat";
import { USUAL } from "../../lib/classroom";
import { useGames } from "../../lib/games";
import { type TextKey, t } from "../../lib/i18n";
import { resultsOf } from "../../lib/outcomes";
import type { Route } from "../../lib/router";
import { rich } from "../../lib/wording";
import type { GamePages, Link, Material } from "../declaration";
import { ownPages } from "../games";
import "./teach.css";

/** Number of notes of each kind in the texts of a game. */
const NOTES = { before: 2, after: 3, question: 4 } as const;

interface Course {
  game: GamePages;
  material: Material;
}

/** The pages for teachers: an overview of all games, or the lessons with one game. */
export function Teach({ route }: { route: Route }): JSX.Element {
  const courses = useGames().flatMap(({ name }): readonly Course[] => {
    const [game, material] = [ownPages(name), materials[name]];
    return game && material ? [{ game, material }] : [];
  });
  const chosen = courses.find(({ game }) => route.page === `teach/${game.name}`);
  return chosen ? <Plan key={chosen.game.name} {...chosen} /> : <Overview courses={courses} />;
}

const time = ({ lessons }: Material): string => t("teach.time.lessons", { count: lessons.length });

/** Return one of the texts for teachers about a game. */
const about = ({ name }: GamePages, what: string): string => t(`teach.${name}.${what}` as TextKey);

/** Return a game's notes of one kind, each as a list item. */
const notes = (game: GamePages, kind: keyof typeof NOTES): readonly JSX.Element[] =>
  Array.from({ length: NOTES[kind] }, (_, at) => <li key={at}>{about(game, `${kind}.${at + 1}`)}</li>);

function Overview({ courses }: { courses: readonly Course[] }): JSX.Element {
  return (
    <div class="teach stack">
      <PageTitle text={t("teach.title")} lead={t("teach.lead")} />
      <ul class="home-games columns">
        {courses.map(({ game, material }) => (
          <li key={game.name}>
            <a class="card home-game" href={`/teach/${game.name}`}>
              <game.Emblem />
              <b>{t(game.title)}</b>
              <span>
                {about(game, "lead")}
                <br />
                <strong>{t("teach.needs", { age: material.age, time: time(material) })}</strong>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <section class="card stack" aria-labelledby="teach-how">
        <h2 id="teach-how">{t("teach.how")}</h2>
        <ul>
          <li>{t("teach.how.pupils")}</li>
          <li>{t("teach.how.link")}</li>
          <li>{t("teach.how.projector")}</li>
          <li>{rich("teach.how.paper", { sheets: <a href="/worksheets">{t("worksheets.title")}</a> })}</li>
        </ul>
      </section>
    </div>
  );
}

function Links({ links }: { links: readonly Link[] }): JSX.Element {
  return (
    <ul class="teach-links row wide no-print">
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href}>{t(text)}</a>
        </li>
      ))}
    </ul>
  );
}

/** The lessons with a game, which teachers can follow step by step or print. */
function Plan({ game, material }: Course): JSX.Element {
  const { name } = game;
  const [board, setBoard] = useState(material.board);
  const label = (path: string): string => resultsOf(name).name(path.slice(1).split("?")[0] ?? "");
  // Count the steps before a lesson, since steps are numbered through all lessons.
  const before = (lesson: number): number => material.lessons.slice(0, lesson).flat().length;
  return (
    <div class="teach stack">
      <PageTitle text={t("teach.game", { game: t(game.title) })} lead={about(game, "lead")}>
        <p class="row no-print">
          <Button icon="print" text={t("common.print")} look="primary" onClick={() => print()} />
          <Button text={t("teach.sheet")} href={`/worksheets?game=${name}`} />
          <Button text={t("teach.board")} href={`${material.board.split("?")[0]}?projector=1`} />
          <Button text={t("teach.positions")} href={`/learn?game=${name}`} />
        </p>
      </PageTitle>
      <div class="columns teach-plan">
        <div class="stack">
          <dl class="stats columns">
            <Stat label={t("teach.age")} value={t("teach.age.from", { age: material.age })} />
            <Stat label={t("teach.time")} value={time(material)} />
          </dl>
          <section class="card stack">
            <h2>{t("teach.before")}</h2>
            <ul>{notes(game, "before")}</ul>
            <h2>{t("teach.after")}</h2>
            <ul>{notes(game, "after")}</ul>
          </section>
          {material.lessons.map((steps, lesson) => (
            <section class="card stack" key={lesson} aria-labelledby={`teach-lesson-${lesson}`}>
              <h2 id={`teach-lesson-${lesson}`}>{t("teach.lesson", { number: lesson + 1 })}</h2>
              <ol class="stack">
                {steps.map(({ minutes, links }, at) => (
                  <li key={at}>
                    <strong>{t("teach.minutes", { minutes })}</strong> {about(game, `step.${before(lesson) + at + 1}`)}
                    {links && <Links links={links} />}
                  </li>
                ))}
              </ol>
            </section>
          ))}
          <section class="card stack" aria-labelledby="teach-questions">
            <h2 id="teach-questions">{t("teach.questions")}</h2>
            <ul>{notes(game, "question")}</ul>
          </section>
        </div>
        <div class="stack">
          <section class="card stack no-print" aria-labelledby="teach-link">
            <h2 id="teach-link">{t("classroom.link")}</h2>
            <p>{t("teach.link.lead")}</p>
            <SelectField
              label={t("teach.link.board")}
              value={board}
              options={material.boards.map((value) => ({ value, label: label(value) }))}
              onInput={setBoard}
            />
            <LinkMaker path={board} from={{ ...USUAL, hints: "off" }} shown={material.switches} />
          </section>
          <section class="card stack" aria-labelledby="teach-positions">
            <h2 id="teach-positions">{t("teach.positions")}</h2>
            <ol>
              {material.positions.map((title, at) => (
                <li key={title}>
                  <a href={`/learn?game=${name}&at=${at + 1}`}>{t(title)}</a>
                </li>
              ))}
            </ol>
          </section>
          <section class="card stack no-print" aria-labelledby="teach-more">
            <h2 id="teach-more">{t("teach.more")}</h2>
            <Links links={material.more} />
          </section>
        </div>
      </div>
    </div>
  );
}
