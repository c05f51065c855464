import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { GamePage, type StartPage } from "../../components/start/GamePage";
import { PlayButton, PlayForm, Sheet } from "../../components/start/Sheet";
import { TextField } from "../../components/TextField";
import { LIMITS } from "../../generated/pursuit";
import { list, num, t } from "../../lib/i18n";
import { navigate, positionPath, type Route } from "../../lib/router";
import { useStore } from "../../lib/store";
import { Duel } from "./Duel";
import { useDealing } from "./dealing";
import { matches, roundOf } from "./matches";
import { Table } from "./Table";
import "./pursuit.css";
import { beginRound } from "./rounds";
import { rulesCode, settings } from "./settings";

const EXAMPLE = { numbers: [3, 6, 9, 10, 50, 100], target: 951 };

/** Parse the numbers of a deal, or return a message that says what is wrong with the text. */
function readNumbers(text: string): { numbers: number[]; error: string | null } {
  const words = text.split(/[\s,.;]+/).filter(Boolean);
  const bad = words.find((word) => readInteger(word, 1, LIMITS.card) === null);
  if (bad !== undefined) {
    return { numbers: [], error: t("pursuit.own.badNumber", { text: bad, high: LIMITS.card }) };
  }
  if (words.length > LIMITS.numbers) {
    return { numbers: [], error: t("pursuit.own.tooMany", { count: words.length, most: LIMITS.numbers }) };
  }
  return { numbers: words.map(Number), error: null };
}

/** The settings of a deal, or a field for the player's own numbers. */
function Game({ deals }: { deals: ComponentChildren }): JSX.Element {
  const chosen = useStore(settings);
  const dealing = useDealing();
  const [numbers, setNumbers] = useState("");
  const [target, setTarget] = useState("");
  const [judged, setJudged] = useState(false);
  const own = `${numbers}${target}`.trim() !== "";
  const read = readNumbers(numbers);
  const goal = readInteger(target, 1, LIMITS.target);
  const error = read.error ?? (judged && own && read.numbers.length === 0 ? t("pursuit.own.noNumbers") : null);
  const missing = judged && own && target.trim() === "" ? t("pursuit.own.noTarget") : null;
  const play = (): void => {
    setJudged(true);
    if (!own) {
      dealing.deal();
    } else if (read.error === null && read.numbers.length > 0 && goal !== null) {
      const id = `pursuit:${read.numbers.join(".")}:${goal}${rulesCode(chosen.rules)}`;
      beginRound(id, goal, chosen.clock, true);
      navigate(positionPath(id));
    }
  };
  return (
    <PlayForm onPlay={play}>
      {deals}
      <h3>{t("pursuit.own.title")}</h3>
      <TextField
        label={t("pursuit.own.numbers")}
        value={numbers}
        onInput={setNumbers}
        hint={t("pursuit.own.numbersHint", { most: LIMITS.numbers })}
        error={error}
        placeholder={EXAMPLE.numbers.join(" ")}
      />
      <NumberField
        label={t("pursuit.own.target")}
        value={target}
        onInput={setTarget}
        low={1}
        high={LIMITS.target}
        error={missing}
        placeholder={String(EXAMPLE.target)}
      />
      <p>
        <PlayButton off={dealing.asked !== null} />
      </p>
      {dealing.asked && <Busy label={t("pursuit.dealing")} asked={dealing.asked} onCancel={dealing.stop} />}
      {dealing.error && <ErrorNote error={dealing.error} onRetry={dealing.deal} />}
    </PlayForm>
  );
}

/** A page that deals a game and stores it in this history entry, so that the back button leads to the same game. */
function Wait(): JSX.Element {
  const dealing = useDealing(({ position }) => navigate("/pursuit", { replace: true, state: { deal: position } }));
  useEffect(dealing.deal, []);
  return (
    <>
      <PageTitle text={t("pursuit.title")} lead={t("pursuit.lead")} />
      {dealing.error ? (
        <ErrorNote error={dealing.error} onRetry={dealing.deal} />
      ) : (
        <Busy label={t("pursuit.dealing")} asked={dealing.asked} />
      )}
    </>
  );
}

/** Return the deal of this history entry; null until there is one. */
function dealt(): string | null {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "deal" in state ? String(state.deal) : null;
}

/** The game in the URL, which may be a round of a match. */
function Play({ id }: { id: string }): JSX.Element {
  const match = useStore(matches);
  const round = roundOf(match, id);
  return match !== null && round !== null ? (
    <Duel key={round.start} id={id} match={match} round={round} />
  ) : (
    <Table id={id} />
  );
}

const start: StartPage = {
  Table: Play,
  board: () => {
    const id = dealt();
    return id === null ? null : { id, query: "" };
  },
  Wait,
  Choose: () => (
    <>
      <Button icon="new" text={t("pursuit.next")} onClick={() => navigate("/pursuit", { replace: true })} />
      <Button text={t("match.invite")} href="/pursuit/match" />
    </>
  ),
  Sheet: ({ settings }) => (
    <Sheet
      settings={null}
      game="pursuit"
      links={[{ href: "/pursuit/odds", text: "pursuit.toOdds" }]}
      rules={
        <>
          <p>{t("pursuit.example.rules")}</p>
          <p>{t("pursuit.example.text", { numbers: list(EXAMPLE.numbers.map((number) => num(number))) })}</p>
        </>
      }
    >
      <Game deals={settings} />
    </Sheet>
  ),
};

/** The main page of arithmetical pursuit. */
export const Pursuit = ({ route }: { route: Route }): JSX.Element => <GamePage route={route} start={start} />;
