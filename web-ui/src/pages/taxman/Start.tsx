import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { GoOn } from "../../components/GoOn";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { TextField } from "../../components/TextField";
import type { TaxmanDescribed, TaxmanTile } from "../../generated/api";
import { LIMITS } from "../../generated/taxman";
import { ApiError, get } from "../../lib/api";
import { num, type TextKey, t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { navigate, positionPath } from "../../lib/router";
import { useMounted } from "../../lib/store";
import { read } from "./describe";

const SUGGESTED: readonly (readonly [number, TextKey])[] = [
  [10, "taxman.start.n10"],
  [20, "taxman.start.n20"],
  [50, "taxman.start.n50"],
  [100, "taxman.start.n100"],
  [300, "taxman.start.n300"],
  [1000, "taxman.start.n1000"],
];

/** Pots up to here are looked into in a browser alone, whatever has been played. */
const ALONE = 300;

/** A whole game of the pot 1 to 6: who has what after each move. */
const STORY: readonly { text: TextKey; fates: readonly TaxmanTile["fate"][] }[] = [
  { text: "taxman.story.1", fates: ["tax", "open", "open", "open", "take", "open"] },
  { text: "taxman.story.2", fates: ["tax", "tax", "open", "take", "take", "open"] },
  { text: "taxman.story.3", fates: ["tax", "tax", "tax", "take", "take", "take"] },
];

function Story(): JSX.Element {
  return (
    <ol class="taxman-story">
      {STORY.map(({ text, fates }) => (
        <li key={text}>
          <div class="taxman-story-pot" aria-hidden="true">
            {fates.map((fate, i) => (
              <span key={i} class={`tiles-tile ${fate}`}>
                <span class="tiles-face">
                  <b>{i + 1}</b>
                  <small>{fate === "take" ? t("taxman.story.you") : fate === "tax" ? t("taxman.story.tax") : ""}</small>
                </span>
              </span>
            ))}
          </div>
          <p>{t(text)}</p>
        </li>
      ))}
    </ol>
  );
}

/** Where a game is chosen, and the rules are told. */
export function Start(): JSX.Element {
  const [n, setN] = useState("20");
  const [pot, setPot] = useState("");
  const [error, setError] = useState<ApiError | string | null>(null);
  const size = readInteger(n, 1, LIMITS.pot);
  const mounted = useMounted();

  const startPot = async (): Promise<void> => {
    const numbers = pot.split(/[\s,;.]+/).filter((part) => part !== "");
    const wrong = numbers.find((part) => !/^\d+$/.test(part));
    if (wrong !== undefined || numbers.length === 0) {
      setError(wrong === undefined ? t("taxman.start.potEmpty") : t("taxman.start.potWrong", { text: wrong }));
      return;
    }
    try {
      const id = `taxman:pot.${numbers.map((part) => part.replace(/^0+(?=\d)/, "")).join(".")}`;
      // Why a pot cannot be played, the server says.
      const position = read(id) ?? (await get<TaxmanDescribed>("/position", { id }));
      if (mounted()) {
        navigate(positionPath(position.id));
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
      <PageTitle text={t("taxman.title")} lead={t("taxman.lead")} />
      <div class="grid-2">
        <section class="card stack" aria-labelledby="taxman-new">
          <h2 id="taxman-new">{t("tiles.new")}</h2>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (size !== null) {
                navigate(positionPath(`taxman:${size}`));
              }
            }}
          >
            <div class="tiles-choose">
              <NumberField label={t("tiles.n")} value={n} onInput={setN} low={1} high={LIMITS.pot} />
              <button type="submit" class="button primary" aria-disabled={size === null}>
                {t("tiles.play")}
              </button>
            </div>
          </form>
          <ul class="tiles-suggested" aria-label={t("taxman.start.suggested")}>
            {SUGGESTED.filter(([many]) => !SITE || many <= ALONE).map(([many, text]) => (
              <li key={many}>
                <a class="button" href={`/taxman:${many}`}>
                  <span class="number">{t("tiles.upTo", { n: num(many) })}</span>
                  <small>{t(text)}</small>
                </a>
              </li>
            ))}
          </ul>
          <GoOn game="taxman" />
          <p>
            <a href="/taxman/levels">{t("after.levels.link")}</a>
          </p>
          <details>
            <summary>{t("taxman.start.own")}</summary>
            <form
              class="stack taxman-own"
              onSubmit={(event) => {
                event.preventDefault();
                void startPot();
              }}
            >
              <TextField
                label={t("taxman.start.pot")}
                value={pot}
                onInput={(text) => {
                  setPot(text);
                  setError(null);
                }}
                hint={t("taxman.start.potHint")}
                placeholder="2, 3, 6, 8, 12, 24"
                error={typeof error === "string" ? error : null}
              />
              {error instanceof ApiError && <ErrorNote error={error} />}
              <p>
                <button type="submit" class="button">
                  {t("taxman.start.playPot")}
                </button>
              </p>
            </form>
          </details>
        </section>
        <section class="card stack" aria-labelledby="taxman-rules">
          <h2 id="taxman-rules">{t("taxman.rules")}</h2>
          <Rules />
          <h3>{t("taxman.story")}</h3>
          <Story />
          <p>{t("taxman.story.moral")}</p>
        </section>
      </div>
    </>
  );
}

/** The rules in three sentences. */
export function Rules(): JSX.Element {
  return (
    <ul class="taxman-rules">
      <li>{t("taxman.rules.take")}</li>
      <li>{t("taxman.rules.divisor")}</li>
      <li>{t("taxman.rules.end")}</li>
    </ul>
  );
}
