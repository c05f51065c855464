import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { GoOn } from "../../components/GoOn";
import { Heads } from "../../components/Heads";
import { Kept } from "../../components/Kept";
import { Late } from "../../components/Late";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { Streaks } from "../../components/Streaks";
import { Face, SHARK } from "../../components/stage/Face";
import type { DeclaredAs } from "../../generated/api";
import { announce } from "../../lib/announce";
import { dayOf } from "../../lib/days";
import { titled, useGames } from "../../lib/games";
import { num, t } from "../../lib/i18n";
import { MOTIONS, type Motion, useMotionChoice } from "../../lib/motion";
import { exportProfile, importProfile } from "../../lib/moving";
import { resultsOf } from "../../lib/outcomes";
import { deleteProfile, type Game, type Profile as Remembered, totalsOf, trouble, useProfile } from "../../lib/profile";
import { useStore } from "../../lib/store";
import { dateText } from "../../lib/wording";
import "./profile.css";

/** Number of finished games that are shown until the reader asks for all. */
const SHOWN = 20;

/** The page with the player's profile in this browser. */
export function Profile(): JSX.Element {
  const profile = useProfile();
  const games = useGames();
  return (
    <>
      <PageTitle text={t("profile.title")} lead={t("profile.lead")} />
      <div class="stack">
        <Kept />
        <GoOnCard profile={profile} />
        {games.some(({ name }) => totalsOf(profile, name).games > 0) ? (
          <Statistics profile={profile} games={games} />
        ) : (
          <Nothing />
        )}
        {games.map((game) => totalsOf(profile, game.name).games > 0 && <Overview key={game.name} game={game} />)}
        {profile.games.some(({ outcome }) => outcome) && <History profile={profile} />}
        <Files />
        <Settings />
      </div>
    </>
  );
}

/** A game's own overview of best results; null if the game has no such overview. */
function Overview({ game }: { game: DeclaredAs }): JSX.Element | null {
  const { overview } = resultsOf(game.name);
  const title = t("profile.map", { game: titled(game).text });
  return overview ? (
    <section class="card stack" aria-label={title}>
      <h2>{title}</h2>
      <Late part={overview} with={{}} />
    </section>
  ) : null;
}

/** A note for players without a finished game, which says what the page will show and where to begin. */
function Nothing(): JSX.Element {
  return (
    <section class="card profile-nothing row">
      <Face who={SHARK} mood="waiting" />
      <p class="big">{t("profile.nothing")}</p>
      <Button text={t("profile.toDaily")} look="primary" href="/daily" />
    </section>
  );
}

/** A table that counts games, wins and perfect results for each game, and the streaks of solved daily puzzles. */
function Statistics({ profile, games }: { profile: Remembered; games: readonly DeclaredAs[] }): JSX.Element {
  return (
    <section class="card stack" aria-labelledby="profile-statistics">
      <h2 id="profile-statistics">{t("profile.statistics")}</h2>
      <div class="scroll-x">
        <table class="table profile-totals">
          <Heads texts={[t("profile.game"), t("profile.games"), t("profile.wins"), t("profile.perfect")]} />
          <tbody>
            {games.map((game) => {
              const totals = totalsOf(profile, game.name);
              if (totals.games === 0) {
                return null;
              }
              const title = titled(game);
              return (
                <tr key={game.name}>
                  <th scope="row" lang={title.lang}>
                    {title.text}
                  </th>
                  <td>{num(totals.games)}</td>
                  <td>{num(totals.wins)}</td>
                  <td>{num(totals.perfect)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Streaks />
      <p>
        <a href="/daily">{t("profile.toDaily")}</a>
      </p>
    </section>
  );
}

function GoOnCard({ profile }: { profile: Remembered }): JSX.Element | null {
  return profile.games.some(({ outcome }) => outcome === null) ? (
    <div class="card stack">
      <GoOn heading="h2" />
    </div>
  ) : null;
}

/** The finished games, the latest first. */
function History({ profile }: { profile: Remembered }): JSX.Element {
  const [all, setAll] = useState(false);
  const finished = profile.games.filter(({ outcome }) => outcome !== null);
  const shown = all ? finished : finished.slice(0, SHOWN);
  const row = (game: Game): JSX.Element => {
    const results = resultsOf(game.game);
    const { outcome } = game;
    return (
      <tr key={game.own}>
        <td>{dateText(dayOf(new Date(game.at)), { dateStyle: "medium" })}</td>
        <td class="profile-name anywhere">
          <a href={`/${game.id}${game.query}`}>{results.name(game.start)}</a>
        </td>
        <td>
          {outcome?.won && !outcome.perfect && <span class="chip good">{t("profile.won")}</span>}{" "}
          {outcome && results.words(outcome)}
        </td>
      </tr>
    );
  };
  return (
    <section class="card stack profile-history" aria-labelledby="profile-history">
      <h2 id="profile-history">{t("profile.history")}</h2>
      <div class="scroll-x">
        <table class="table">
          <Heads texts={[t("profile.when"), t("profile.game"), t("profile.result")]} class="hidden-small" />
          <tbody>{shown.map(row)}</tbody>
        </table>
      </div>
      {shown.length < finished.length && (
        <p>
          <Button
            text={t("profile.older", { count: num(finished.length - shown.length) })}
            onClick={() => setAll(true)}
          />
        </p>
      )}
    </section>
  );
}

/** The settings of the pages in this browser. */
function Settings(): JSX.Element {
  const [choice, change] = useMotionChoice();
  return (
    <section class="card stack" aria-labelledby="profile-settings">
      <h2 id="profile-settings">{t("profile.settings")}</h2>
      <SelectField
        label={t("profile.motion")}
        value={choice}
        options={MOTIONS.map((value) => ({ value, label: t(`profile.motion.${value}`) }))}
        onInput={(value) => change(value as Motion)}
        hint={t("profile.motion.hint")}
      />
    </section>
  );
}

/** Buttons that save, load and delete the profile. */
function Files(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [asks, setAsks] = useState(false);
  const [said, setSaid] = useState<{ text: string; good: boolean } | null>(null);
  useStore(trouble);
  const tell = (text: string, good: boolean): void => {
    setSaid({ text, good });
    if (good) {
      announce(text);
    }
  };
  const save = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exportProfile()], { type: "application/json" }));
    link.download = `perfectplay-profile-${dayOf(new Date())}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const open = async (file: File): Promise<void> => {
    let text = "";
    try {
      text = await file.text();
    } catch {
      // Continue with an empty text, which is rejected below because it is not a profile.
    }
    const done = importProfile(text);
    tell(t(done ? "profile.imported" : "profile.notImported", { file: file.name }), done);
  };
  return (
    <section class="card stack" aria-labelledby="profile-files">
      <h2 id="profile-files">{t("profile.files")}</h2>
      <p>{t("profile.files.text")}</p>
      <p class="row">
        <Button icon="download" text={t("profile.export")} onClick={save} />
        <Button icon="upload" text={t("profile.import")} onClick={() => input.current?.click()} />
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t("profile.import")}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) {
              void open(file);
            }
            // Reset the field, so that the same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
        <Button icon="close" text={t("profile.delete")} onClick={() => setAsks(true)} />
      </p>
      {said &&
        (said.good ? <p class="note">{said.text}</p> : <ErrorNote error={said.text} onDismiss={() => setSaid(null)} />)}
      <Dialog title={t("profile.delete.title")} open={asks} onClose={() => setAsks(false)}>
        <p>{t("profile.delete.text")}</p>
        <p class="row">
          <Button
            text={t("profile.delete.yes")}
            look="primary"
            onClick={() => {
              deleteProfile();
              setAsks(false);
              tell(t("profile.deleted"), true);
            }}
          />
          <Button text={t("profile.delete.no")} onClick={() => setAsks(false)} />
        </p>
      </Dialog>
    </section>
  );
}
