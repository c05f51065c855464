import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { NumberField, readInteger } from "../../components/NumberField";
import { GamePage, type StartPage } from "../../components/start/GamePage";
import { useOpening } from "../../components/start/opening";
import { PlayButton, PlayForm, Sheet } from "../../components/start/Sheet";
import { type Choice, OpponentChoice, startSeats, useOpponents } from "../../components/two/Opponents";
import { writeSeats } from "../../components/two/seats";
import { LIMITS } from "../../generated/coins";
import { type TextKey, t } from "../../lib/i18n";
import { positionPath, type Route, setQuery, useRoute } from "../../lib/router";
import { Editor } from "./Editor";
import { type Line, linesOf, problemOf, randomRow, startId, words } from "./model";
import { Table } from "./Table";
import "./coins.css";
import "./classroom.css";

/** Example rows from the documentation, each chosen for a special feature. */
const EXAMPLES: readonly { start: string; text: TextKey }[] = [
  { start: "5.1.1.5.1.2.2.1", text: "coins.example.eight" },
  { start: "1.2.4.3", text: "coins.example.tie" },
  { start: "1.2.9.3", text: "coins.example.trap" },
  { start: "1.2.2.1.2.1.1.2", text: "coins.example.joined" },
  { start: "1_2.3_2.2.1.5_2.3", text: "coins.example.fractions" },
  { start: "o1.5.2.5.3", text: "coins.example.circle" },
  { start: "l1.2~3.7.4~r9", text: "coins.example.gaps" },
];
const USUAL = EXAMPLES[0]?.start ?? "";
const LENGTH = 8;

/** Return the row that the board shows: the URL's row if all its coins have one digit, or else the usual row. */
function rowOf({ query }: Route): string {
  const row = query.get("row") ?? "";
  return /^\d(\.\d){1,11}$/.test(row) ? row : USUAL;
}

/** Return the default opponent. If the URL gives a row, two people play by default. */
const usual = (query: URLSearchParams): Choice => (query.has("coins") ? "two" : "greedy");

/** A form in which the player enters rows and chooses who plays. */
function Choices({ settings }: { settings: ComponentChildren }): JSX.Element {
  const route = useRoute();
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(route.query.get("coins") ?? rowOf(route)));
  const opponents = useOpponents(route.query, usual(route.query), (choice) => t(`coins.about.${choice}`));
  const [length, setLength] = useState(String(LENGTH));
  const [tried, setTried] = useState(false);
  const opening = useOpening();

  const count = lines.reduce((sum, line) => sum + words(line.text).length, 0);
  const change = (next: readonly Line[]): void => {
    setLines(next);
    opening.dismiss();
  };
  const size = readInteger(length, 1, LIMITS.coins);
  const play = (): void => {
    setTried(true);
    const id = startId(lines);
    if (id !== null && !lines.some((line) => problemOf(line)) && count <= LIMITS.coins) {
      void opening.open(id, opponents.query);
    }
  };
  return (
    <Sheet
      settings={settings}
      game="coins"
      rules={
        <>
          <p>{t("coins.rules.text")}</p>
          <p>{t("coins.rules.example")}</p>
          <p class="muted">{t("coins.rules.kinds")}</p>
        </>
      }
    >
      <PlayForm onPlay={play}>
        {opponents.fields}
        <Editor lines={lines} tried={tried} onChange={change} />
        <div class="choices">
          <NumberField label={t("coins.length")} value={length} onInput={setLength} low={1} high={LIMITS.coins} />
          <Button
            text={t("coins.random")}
            off={size === null}
            onClick={() => size !== null && change([{ kind: "row", text: randomRow(size) }])}
          />
        </div>
        {count > LIMITS.coins && <p class="field-error">{t("coins.edit.many", { count, most: LIMITS.coins })}</p>}
        {opening.error && <ErrorNote error={opening.error} onDismiss={opening.dismiss} />}
        <p>
          <PlayButton />
        </p>
      </PlayForm>
      <details class="start-part">
        <summary>{t("coins.examples")}</summary>
        <ul>
          {EXAMPLES.map(({ start: row, text }) => (
            <li key={row}>
              <a href={positionPath(`coins:${row}`) + opponents.query}>
                {linesOf(row)
                  .map((line) => line.text)
                  .join(" | ")}
              </a>{" "}
              {t(text)}
            </li>
          ))}
        </ul>
      </details>
    </Sheet>
  );
}

const start: StartPage = {
  Table,
  board: (route, seed) => ({
    id: `coins:${rowOf(route)}`,
    query: writeSeats(startSeats(route.query, usual(route.query), seed)),
  }),
  opens: ({ query }) => query.has("coins"),
  Choose: () => (
    <>
      <Button
        icon="new"
        text={t("coins.newRow")}
        onClick={() => setQuery({ row: randomRow(LENGTH).replaceAll(" ", "."), coins: null })}
      />
      <OpponentChoice usual={usual(useRoute().query)} />
    </>
  ),
  Sheet: Choices,
};

/** The main page of greedy coins. */
export const Coins = ({ route }: { route: Route }): JSX.Element => <GamePage route={route} start={start} />;
