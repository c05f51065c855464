import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../components/Icon";
import { LinkMaker } from "../../components/LinkMaker";
import { PageTitle } from "../../components/PageTitle";
import { TextField } from "../../components/TextField";
import type { DeclaredAs } from "../../generated/api";
import { titled, useGames } from "../../lib/games";
import { rich, type TextKey, t } from "../../lib/i18n";
import { useLoaded } from "../../lib/lazy";
import type { Route } from "../../lib/router";
import { ownPages } from "../games";
import "./teach.css";

const GOALS = [1, 2, 3] as const;
const STEPS = [1, 2, 3, 4] as const;

/** Notes for lessons with each game that has guided positions, and links for a class. */
export function Teach(_: { route: Route }): JSX.Element {
  const games = useGames().filter((game) => game.lessons && ownPages(game.name) !== null);
  return (
    <div class="teach stack">
      <PageTitle text={t("teach.title")} lead={t("teach.lead")}>
        <p class="row no-print">
          <a class="button" href="/worksheets">
            {t("nav.worksheets")}
          </a>
          <button type="button" class="button" onClick={() => print()}>
            <Icon name="print" />
            {t("teach.print")}
          </button>
        </p>
      </PageTitle>
      {games.map((game) => (
        <Notes key={game.name} game={game} />
      ))}
      <ForClass games={games} />
    </div>
  );
}

function Notes({ game }: { game: DeclaredAs }): JSX.Element {
  const text = (what: string): string => t(`teach.${game.name}.${what}` as TextKey);
  const id = `teach-${game.name}`;
  const pages = ownPages(game.name);
  const material = useLoaded(pages ? [pages.material] : []).parts?.[0];
  return (
    <section class="card stack teach-notes" aria-labelledby={id}>
      <h2 id={id}>{titled(game).text}</h2>
      <p>{rich("common.named", { name: <strong>{t("teach.time")}</strong>, what: text("time") })}</p>
      <div class="columns">
        <div class="stack">
          <h3>{t("teach.goals")}</h3>
          <ul>
            {GOALS.map((at) => (
              <li key={at}>{text(`goal.${at}`)}</li>
            ))}
          </ul>
        </div>
        <div class="stack">
          <h3>{t("teach.questions")}</h3>
          <ul>
            {STEPS.map((at) => (
              <li key={at}>{text(`question.${at}`)}</li>
            ))}
          </ul>
        </div>
      </div>
      <h3>{t("teach.lessons")}</h3>
      <ol>
        {STEPS.map((at) => (
          <li key={at}>{text(`lesson.${at}`)}</li>
        ))}
      </ol>
      <h3 class="no-print">{t("teach.material")}</h3>
      <ul class="teach-material row wide no-print">
        <li>
          <a href={`/learn?game=${game.name}`}>{t("teach.learn")}</a>
        </li>
        {material?.map(({ href, text: key }) => (
          <li key={href}>
            <a href={href}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ForClass({ games }: { games: readonly DeclaredAs[] }): JSX.Element {
  const [start, setStart] = useState("");
  const example = games[0]?.example ?? "";
  // Accept a whole address: only the part after the host's name counts.
  const path =
    start
      .trim()
      .replace(/^https?:\/\/[^/]*/, "")
      .replace(/^\//, "") || example;
  return (
    <section class="card stack no-print" aria-labelledby="teach-link">
      <h2 id="teach-link">{t("classroom.link")}</h2>
      <p>{t("classroom.link.lead")}</p>
      <TextField
        label={t("classroom.link.start")}
        value={start}
        placeholder={example}
        hint={t("classroom.link.startHint", { example })}
        onInput={setStart}
      />
      <LinkMaker path={`/${path}`} />
    </section>
  );
}
