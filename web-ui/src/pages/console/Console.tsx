import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { PageTitle } from "../../components/PageTitle";
import { ApiError } from "../../lib/api";
import { t } from "../../lib/i18n";
import type { Route } from "../../lib/router";
import { run } from "../../site/door";
import "../../site/site.css";

const EXAMPLE = "game = perfectplay.load_game(perfectplay.game_names()[0])\nperfectplay.solve(game.example().id)";

interface Entry {
  code: string;
  shown: string;
}

/** A Python console with the package, in which readers run the documentation's examples and their own code. */
export function Console({ route }: { route: Route }): JSX.Element {
  const [code, setCode] = useState(route.query.get("code") ?? EXAMPLE);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => () => running?.abort(), [running]);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    setRunning(controller);
    setError(null);
    try {
      const shown = await run(code, controller.signal);
      setEntries((before) => [...before, { code, shown }]);
    } catch (problem) {
      setError(problem instanceof ApiError ? problem : null);
    } finally {
      setRunning(null);
      field.current?.focus();
    }
  };
  return (
    <>
      <PageTitle text={t("console.title")} lead={t("console.about")} />
      <div class="console stack">
        {entries.map((entry, index) => (
          <pre key={index} class="console-shown" lang="en">
            {entry.code.replace(/^/gm, ">>> ")}
            {"\n"}
            {entry.shown}
          </pre>
        ))}
        {error && <ErrorNote error={error} onDismiss={() => setError(null)} />}
        {running && <Busy onCancel={() => running.abort()} />}
        <label class="field bold">
          {t("console.code")}
          <textarea
            ref={field}
            rows={Math.min(12, Math.max(3, code.split("\n").length))}
            spellcheck={false}
            autocapitalize="off"
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && running === null) {
                event.preventDefault();
                void start();
              }
            }}
          />
        </label>
        <p>
          <Button text={t("console.run")} look="primary" off={running !== null} onClick={() => void start()} />
        </p>
      </div>
    </>
  );
}
