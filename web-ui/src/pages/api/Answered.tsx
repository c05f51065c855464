import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { num, t } from "../../lib/i18n";
import type { Answer } from "./answer";
import type { Description } from "./description";
import { laidOut } from "./layout";

/** Most characters that are shown: a browser takes seconds to lay out megabytes. */
const SHOWN = 40_000;

/** An answer: status, sizes, the picture if it is one, and its text. */
export function Answered(props: { answer: Answer; codes: Description["codes"]; summary: string }): JSX.Element {
  const { answer } = props;
  const text = answer.media === "application/json" ? laidOut(answer.text) : answer.text;
  const picture = answer.media === "image/svg+xml" && !answer.running;
  return (
    <div class="stack" aria-busy={answer.running}>
      <h3>{t("api.answer")}</h3>
      {answer.running && !answer.text && <Busy label={t("api.waiting")} />}
      {answer.ended && <ErrorNote error={answer.ended} />}
      {answer.status > 0 && <Head answer={answer} />}
      {answer.status >= 400 && <Refused text={answer.text} codes={props.codes} />}
      {picture && (
        <img
          class="api-picture"
          alt={props.summary}
          lang="en"
          src={`data:image/svg+xml,${encodeURIComponent(answer.text)}`}
        />
      )}
      {text && (
        // What scrolls must be reachable by keyboard.
        <pre class="api-body" tabIndex={0} role="group" aria-label={t("api.body")} lang="en">
          {answer.running ? text.slice(-SHOWN) : text.slice(0, SHOWN)}
        </pre>
      )}
      {text.length > SHOWN && <p class="muted">{t("api.cut", { shown: num(SHOWN), all: num(text.length) })}</p>}
      {!answer.running && answer.status === 200 && (
        <p>
          <a href={answer.url}>{t("api.alone")}</a>
        </p>
      )}
    </div>
  );
}

function Head({ answer }: { answer: Answer }): JSX.Element {
  const sizes = { size: num(answer.size), packed: num(answer.packed ?? 0) };
  return (
    <ul class="row api-head">
      <li class={answer.status < 400 ? "api-good" : "api-bad"}>{t("api.status", { status: answer.status })}</li>
      <li>{answer.media}</li>
      <li>{answer.packed === null ? t("api.size", sizes) : t("api.packed", sizes)}</li>
      {!answer.running && <li>{t("api.time", { time: num(answer.milliseconds, { maximumFractionDigits: 0 }) })}</li>}
    </ul>
  );
}

/** What a code means. */
function Refused({ text, codes }: { text: string; codes: Description["codes"] }): JSX.Element | null {
  const code = /"code": "([a-z-]+)"/.exec(text)?.[1];
  const known = codes.find((one) => one.code === code);
  return known ? (
    <p lang="en">
      <code>{known.code}</code>: {known.text}.
    </p>
  ) : null;
}
