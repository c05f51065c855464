import { games as sheets } from "game-sheets";
import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { CheckField } from "../../components/CheckField";
import { ErrorNote } from "../../components/ErrorNote";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import type { Worksheet } from "../../generated/api";
import { useGames } from "../../lib/games";
import { t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { useData } from "../../lib/questions";
import { type Route, setQuery } from "../../lib/router";
import { HIGHEST, LEVELS, question, SHEETS, type SheetGame, type Wanted, wanted } from "./model";
import { Paper } from "./Paper";

export function Worksheets({ route }: { route: Route }): JSX.Element {
  const games = useGames().flatMap(({ name, exercises }): readonly SheetGame[] => {
    const sheet = exercises ? sheets[name] : undefined;
    return sheet === undefined ? [] : [{ name, sheet }];
  });
  const want = wanted(route.query, games);
  return want === null ? <PageTitle text={t("worksheets.title")} /> : <Chosen want={want} games={games} />;
}

/** Return changes of the URL that remove the choices for one game. */
function none(want: Wanted): Record<string, null> {
  return Object.fromEntries(want.sheet.choices.map(({ name }) => [name, null]));
}

function Chosen({ want, games }: { want: Wanted; games: readonly SheetGame[] }): JSX.Element {
  const [count, setCount] = useState(want.count);
  const [seed, setSeed] = useState(want.seed);
  useLayoutEffect(() => setCount(want.count), [want.count]);
  useLayoutEffect(() => setSeed(want.seed), [want.seed]);
  // Until the server has sent its limits, accept the values in the URL.
  const { limits } = useGames().find(({ name }) => name === want.name) ?? {};
  const most = limits?.exercises ?? Math.max(1, Number(want.count) || 1);
  // Make no request with values that the fields reject.
  const possible = readInteger(want.count, 1, most) !== null && readInteger(want.seed, 0, HIGHEST) !== null;
  const sheet = useData<Worksheet>(possible ? "/lab/worksheet" : null, question(want));

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
      <div class="stack no-print">
        <PageTitle text={t("worksheets.title")} lead={t("worksheets.lead")} />
        <form class="choices" aria-label={t("worksheets.choices")} onSubmit={(event) => event.preventDefault()}>
          <SelectField
            label={t("worksheets.game")}
            value={want.name}
            options={games.map(({ name, sheet }) => ({ value: name, label: t(sheet.title) }))}
            onInput={(game) => setQuery({ game, count: null, ...none(want) }, { push: true })}
          />
          <SelectField
            label={t("worksheets.level")}
            value={want.level}
            options={LEVELS.map((level) => ({ value: level, label: t(`worksheets.level.${level}`) }))}
            onInput={(level) => setQuery({ level }, { push: true })}
          />
          {want.sheet.choices.map((choice) => (
            <SelectField
              key={choice.name}
              label={t(choice.label)}
              value={want.chosen[choice.name] ?? ""}
              options={choice.options.map(({ value, label }) => ({ value, label: t(label) }))}
              onInput={(value) => setQuery({ [choice.name]: value, count: null }, { push: true })}
            />
          ))}
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
            placeholder={t(want.sheet.heading)}
            size={26}
            onInput={(heading) => setQuery({ heading: heading === "" ? null : heading.slice(0, 80) })}
          />
          <CheckField
            label={t("worksheets.withAnswers")}
            checked={want.answers}
            onInput={(checked) => setQuery({ answers: checked ? null : "0" })}
          />
        </form>
        <p class="row">
          <Button icon="print" text={t("common.print")} look="primary" off={!sheet.data} onClick={() => print()} />
          <Button
            icon="restart"
            text={t("worksheets.another")}
            onClick={() => setQuery({ seed: String(1 + Math.floor(Math.random() * SHEETS)) }, { push: true })}
          />
          <span class="muted">
            {t("worksheets.same")} {SITE && t("worksheets.loads")}
          </span>
        </p>
      </div>
      {sheet.error && <ErrorNote error={sheet.error} {...(sheet.error.status !== 400 && { onRetry: sheet.again })} />}
      {sheet.data === null && sheet.loading && <Busy label={t("worksheets.working")} />}
      {sheet.data?.game === want.name && !sheet.error && (
        <Paper sheet={sheet.data} pages={want.sheet} heading={want.heading} answers={want.answers} />
      )}
    </>
  );
}
