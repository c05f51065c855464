import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { CheckField } from "../../components/CheckField";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import { useData } from "../../lib/api";
import { t } from "../../lib/i18n";
import { type Route, setQuery } from "../../lib/router";
import { type Game, GAMES, HIGHEST, LEVELS, type Sheet, SHEETS, wanted } from "./model";
import { Paper } from "./Paper";
import "./worksheets.css";

interface Limits {
  exercises: Readonly<Record<Game, number>>;
}

export function Worksheets({ route }: { route: Route }): JSX.Element {
  const want = wanted(route.query);
  const [count, setCount] = useState(want.count);
  const [seed, setSeed] = useState(want.seed);
  useEffect(() => setCount(want.count), [want.count]);
  useEffect(() => setSeed(want.seed), [want.seed]);
  const limits = useData<Limits>("/lab/limits");
  const most = limits.data?.exercises[want.game] ?? 12;
  // What the fields complain of need not be asked.
  const possible = readInteger(want.count, 1, most) !== null && readInteger(want.seed, 0, HIGHEST) !== null;
  const sheet = useData<Sheet>(possible ? "/lab/worksheet" : null, {
    game: want.game,
    level: want.level,
    count: want.count,
    seed: want.seed,
    deck: want.game === "pursuit" ? want.deck : null,
  });

  const type = (name: string, text: string, high: number, show: (text: string) => void): void => {
    show(text);
    const low = name === "count" ? 1 : 0;
    const value = readInteger(text, low, high);
    if (value !== null) {
      setQuery({ [name]: String(value) });
    }
  };
  return (
    <>
      <div class="no-print">
        <PageTitle text={t("worksheets.title")} lead={t("worksheets.lead")} />
        <form class="worksheets-choices" aria-label={t("worksheets.choices")} onSubmit={(event) => event.preventDefault()}>
          <SelectField
            label={t("worksheets.game")}
            value={want.game}
            options={GAMES.map((game) => ({ value: game, label: t(`worksheets.game.${game}`) }))}
            onInput={(game) => setQuery({ game, count: null, deck: null }, { push: true })}
          />
          <SelectField
            label={t("worksheets.level")}
            value={want.level}
            options={LEVELS.map((level) => ({ value: level, label: t(`worksheets.level.${level}`) }))}
            onInput={(level) => setQuery({ level }, { push: true })}
          />
          {want.game === "pursuit" && (
            <SelectField
              label={t("worksheets.deck")}
              value={want.deck}
              options={[
                { value: "cards", label: t("worksheets.deck.cards") },
                { value: "classic", label: t("worksheets.deck.classic") },
              ]}
              onInput={(deck) => setQuery({ deck }, { push: true })}
            />
          )}
          <NumberField
            label={t("worksheets.count")}
            value={count}
            low={1}
            high={most}
            onInput={(text) => type("count", text, most, setCount)}
          />
          <NumberField
            label={t("worksheets.seed")}
            value={seed}
            low={0}
            high={HIGHEST}
            onInput={(text) => type("seed", text, HIGHEST, setSeed)}
          />
          <TextField
            label={t("worksheets.heading")}
            value={want.heading}
            placeholder={t(`worksheets.heading.${want.game}`)}
            size={26}
            onInput={(heading) => setQuery({ heading: heading === "" ? null : heading.slice(0, 80) })}
          />
          <CheckField
            label={t("worksheets.withAnswers")}
            checked={want.answers}
            onInput={(checked) => setQuery({ answers: checked ? null : "0" })}
          />
        </form>
        <p class="row worksheets-actions">
          <button type="button" class="button primary" aria-disabled={!sheet.data} onClick={() => sheet.data && print()}>
            <Icon name="print" />
            {t("common.print")}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => setQuery({ seed: String(1 + Math.floor(Math.random() * SHEETS)) }, { push: true })}
          >
            <Icon name="restart" />
            {t("worksheets.another")}
          </button>
          <span class="muted">{t("worksheets.same")}</span>
        </p>
      </div>
      {sheet.error && <ErrorNote error={sheet.error} {...(sheet.error.status !== 400 && { onRetry: sheet.again })} />}
      {sheet.data === null && sheet.loading && <Busy label={t("worksheets.working")} />}
      {sheet.data && !sheet.error && <Paper sheet={sheet.data} heading={want.heading} answers={want.answers} />}
    </>
  );
}
