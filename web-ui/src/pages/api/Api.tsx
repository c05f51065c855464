import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { PageTitle } from "../../components/PageTitle";
import { ApiError, getText } from "../../lib/api";
import { rich, t } from "../../lib/i18n";
import type { Route } from "../../lib/router";
import { Addresses } from "./Addresses";
import { type Description, readDescription, readQuestion } from "./description";
import { Trial } from "./Trial";

/** The description of the API, or why there is none. */
function useDescription(): { found: Description | null; error: ApiError | null; again: () => void } {
  const [found, setFound] = useState<Description | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setError(null);
    getText("/openapi.json", {}, controller.signal).then(
      (text) => setFound(readDescription(text)),
      (problem: unknown) => problem instanceof ApiError && setError(problem),
    );
    return () => controller.abort();
  }, [attempt]);
  return { found, error, again: () => setAttempt(attempt + 1) };
}

/** All addresses of the API, a form to try each, and what they answer. */
export function Api({ route }: { route: Route }): JSX.Element {
  const { found, error, again } = useDescription();
  const asked = route.query.get("ask");
  return (
    <div class="stack">
      <PageTitle text={t("api.title")} lead={asked === null ? t("api.lead") : undefined} />
      {error && <ErrorNote error={error} onRetry={again} />}
      {!found && !error && <Busy label={t("common.loading")} />}
      {found && (
        <>
          <Tried found={found} asked={asked} came={route.via !== "load"} />
          <Codes codes={found.codes} />
          <More version={found.version} />
        </>
      )}
    </div>
  );
}

function Tried(props: { found: Description; asked: string | null; came: boolean }): JSX.Element {
  const { found, asked } = props;
  const { path, values } = readQuestion(asked ?? "");
  const address = found.addresses.find((one) => one.path === path);
  return (
    <div class={`api-columns ${asked === null ? "" : "api-chosen"}`}>
      <Addresses addresses={found.addresses} chosen={path} />
      {asked !== null && (
        <div>
          <p class="api-back">
            <a class="button quiet" href="/api">
              {t("api.all")}
            </a>
          </p>
          {address ? (
            <Trial key={path} address={address} given={values} codes={found.codes} came={props.came} />
          ) : (
            <ErrorNote error={t("api.unknown", { path })} />
          )}
        </div>
      )}
    </div>
  );
}

function Codes({ codes }: { codes: Description["codes"] }): JSX.Element {
  return (
    <details class="api-details">
      <summary>{t("api.errors")}</summary>
      <p class="api-text">{t("api.errorsText")}</p>
      <table class="table api-codes">
        <thead>
          <tr>
            <th scope="col">{t("api.code")}</th>
            <th scope="col">{t("api.meaning")}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map(({ code, text }) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td lang="en">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** For those who want more than a page: the description itself, the version, where the documentation is, a citation. */
function More({ version }: { version: string }): JSX.Element {
  const citation = `The perfectplay developers, perfectplay ${version}: perfect play for arithmetic games, with proofs that a stranger can check.`;
  return (
    <section class="api-more">
      <div>
        <h2>{t("api.more")}</h2>
        <p class="api-text">
          <a href="/api/v1/openapi.json">openapi.json</a>
          {" – "}
          {t("api.moreText")}
        </p>
      </div>
      <div>
        <h2>{t("api.about")}</h2>
        <p class="api-text">{t("api.version", { version })}</p>
        <p class="api-text">{rich("api.documentation", { command: <code>make docs</code> })}</p>
        <p class="api-text">{rich("api.cite", { citation: <cite lang="en">{citation}</cite> })}</p>
      </div>
    </section>
  );
}
