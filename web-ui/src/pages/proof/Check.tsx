import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import type { Asked } from "../../components/Patience";
import type { Examined, ProofShown } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, apiUrl, stream } from "../../lib/api";
import { num, rich, t } from "../../lib/i18n";

/** What has come of a check. */
type Outcome = { found: Examined } | { error: ApiError } | null;

/** The button that has the certificate checked, and what the checker says. */
export function Check({ proof }: { proof: ProofShown }): JSX.Element {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const check = (): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const since = performance.now();
    const settle = (came: Outcome): void => {
      if (!controller.signal.aborted) {
        setAsked(null);
        setOutcome(came);
      }
    };
    setOutcome(null);
    setAsked({ progress: null, since });
    stream<Examined>(
      "/proof/check",
      { position: proof.position },
      {
        signal: controller.signal,
        onProgress: (progress) => !controller.signal.aborted && setAsked({ progress, since }),
      },
    ).then(
      (found) => {
        settle({ found });
        announce(t(found.valid ? "proof.valid" : found.examined ? "proof.invalid" : "proof.unexamined"));
      },
      (error: unknown) => error instanceof ApiError && settle({ error }),
    );
  };
  return (
    <>
      <p class="row no-print">
        <button type="button" class="button primary" aria-disabled={asked !== null} onClick={() => asked ?? check()}>
          <Icon name="check" />
          {t(outcome === null ? "proof.check" : "proof.checkAgain")}
        </button>
        <a class="button" href={apiUrl("/proof/certificate", { position: proof.position })} download>
          <Icon name="download" />
          {t("proof.download")}
        </a>
      </p>
      {asked && <Busy label={t("proof.checking")} asked={asked} onCancel={() => stop()} />}
      {outcome !== null && "error" in outcome && <ErrorNote error={outcome.error} onRetry={check} />}
      {outcome !== null && "found" in outcome && <Word found={outcome.found} proof={proof} />}
      {asked === null && outcome === null && <p class="muted">{t("proof.unchecked")}</p>}
    </>
  );

  function stop(): void {
    running.current?.abort();
    setAsked(null);
  }
}

/** The checker's word. */
function Word({ found, proof }: { found: Examined; proof: ProofShown }): JSX.Element {
  return (
    <div class={`proof-word ${found.valid ? "good" : "bad"}`}>
      <p class="proof-verdict">
        <Icon name={found.valid ? "check" : "warn"} />
        <strong>{t(found.valid ? "proof.valid" : found.examined ? "proof.invalid" : "proof.unexamined")}</strong>
      </p>
      <p>
        {rich("proof.checkedBy", {
          checker: <code>{found.checker}</code>,
          seconds: num(found.seconds, { maximumFractionDigits: 3 }),
        })}
      </p>
      <h3>{t("proof.log")}</h3>
      {/* The checker speaks English. */}
      <pre class="proof-log" lang="en">
        {found.log.join("\n")}
      </pre>
      {found.sha256 !== proof.sha256 && <p>{t("proof.another", { digest: found.sha256 })}</p>}
    </div>
  );
}
