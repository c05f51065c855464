import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { GoOn } from "../../components/GoOn";
import { Icon } from "../../components/Icon";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { useOpponents } from "../../components/two/Opponents";
import { readSeats } from "../../components/two/seats";
import type { CoinsDescribed } from "../../generated/api";
import { LIMITS } from "../../generated/coins";
import { ApiError, get } from "../../lib/api";
import { type TextKey, t } from "../../lib/i18n";
import { navigate, positionPath, type Route } from "../../lib/router";
import { useMounted } from "../../lib/store";
import { Coin, metals } from "./Coin";
import { Editor } from "./Editor";
import { type Line, linesOf, problemOf, randomRow, startId, words } from "./model";

/** Rows from the documentation, each with what is remarkable about it. */
const EXAMPLES: readonly { start: string; text: TextKey }[] = [
  { start: "5.1.1.5.1.2.2.1", text: "coins.example.eight" },
  { start: "1.2.4.3", text: "coins.example.tie" },
  { start: "1.2.9.3", text: "coins.example.trap" },
  { start: "1.2.2.1.2.1.1.2", text: "coins.example.joined" },
  { start: "1_2.3_2.2.1.5_2.3", text: "coins.example.fractions" },
  { start: "o1.5.2.5.3", text: "coins.example.circle" },
  { start: "l1.2~3.7.4~r9", text: "coins.example.gaps" },
];
const FIRST = EXAMPLES[0]?.start ?? "";

/** Where a row and an opponent are chosen. */
export function Start({ route }: { route: Route }): JSX.Element {
  const given = route.query.get("coins");
  const seats = readSeats(route.query);
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(given ?? FIRST));
  const opponents = useOpponents(seats, given === null ? "greedy" : "two", {
    greedy: "coins.about.greedy",
    random: "coins.about.random",
  });
  const [length, setLength] = useState("8");
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const mounted = useMounted();

  const count = lines.reduce((sum, line) => sum + words(line.text).length, 0);
  const change = (next: readonly Line[]): void => {
    setLines(next);
    setError(null);
  };
  const size = readInteger(length, 1, LIMITS.coins);
  const start = async (): Promise<void> => {
    setTried(true);
    const id = startId(lines);
    if (id === null || lines.some((line) => problemOf(line)) || count > LIMITS.coins) {
      return;
    }
    try {
      // The server knows the rules; what it refuses is shown here, where it can be mended.
      const { id: known } = await get<CoinsDescribed>("/position", { id });
      if (mounted()) {
        navigate(positionPath(known) + opponents.query);
      }
    } catch (problem) {
      if (!(problem instanceof ApiError)) {
        throw problem;
      }
      setError(problem);
    }
  };

  return (
    <>
      <PageTitle text={t("coins.title")} lead={t("coins.lead")} />
      <div class="coins-start">
        <section class="card stack" aria-labelledby="coins-choose">
          <h2 id="coins-choose">{t("coins.choose")}</h2>
          <p class="row">
            <button type="button" class="button primary two-go" onClick={() => void start()}>
              <Icon name="play" />
              {t("two.go")}
            </button>
            <a href="/coins/levels">{t("after.levels.link")}</a>
          </p>
          <Editor lines={lines} tried={tried} onChange={change} />
          <div class="coins-random">
            <NumberField label={t("coins.length")} value={length} onInput={setLength} low={1} high={LIMITS.coins} />
            <button
              type="button"
              class="button"
              aria-disabled={size === null}
              onClick={() => size !== null && change([{ kind: "row", text: randomRow(size) }])}
            >
              {t("coins.random")}
            </button>
          </div>
          {opponents.fields}
          {count > LIMITS.coins && <p class="field-error">{t("coins.edit.many", { count, most: LIMITS.coins })}</p>}
          {error && <ErrorNote error={error} onDismiss={() => setError(null)} />}
          <GoOn game="coins" />
        </section>
        <div class="stack">
          <section class="card stack" aria-labelledby="coins-rules">
            <h2 id="coins-rules">{t("coins.rules")}</h2>
            <p>{t("coins.rules.text")}</p>
            <p>{t("coins.rules.example")}</p>
            <p class="muted">{t("coins.rules.kinds")}</p>
          </section>
          <section class="card stack" aria-labelledby="coins-examples">
            <h2 id="coins-examples">{t("coins.examples")}</h2>
            <ul class="coins-examples">
              {EXAMPLES.map(({ start: row, text }) => (
                <li key={row}>
                  <a class="coins-example" href={positionPath(`coins:${row}`) + opponents.query}>
                    <Preview start={row} />
                    <span>{t(text)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}

/** The coins of an example, small. */
function Preview({ start }: { start: string }): JSX.Element {
  const lines = linesOf(start);
  const look = metals(lines.flatMap((line) => words(line.text)));
  return (
    <span class="coins-preview">
      {lines.map((line, row) => (
        <span key={row} class={`coins-few ${line.kind}`}>
          {words(line.text).map((word, at) => (
            <Coin key={at} value={word} look={look} small />
          ))}
        </span>
      ))}
    </span>
  );
}
