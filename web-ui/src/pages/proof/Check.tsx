import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import type { CheckedProof, ProofShown } from "../../generated/api";
import { apiUrl } from "../../lib/api";
import { t } from "../../lib/i18n";
import { byPython, useChecking } from "./checking";
import { checksHere, examineProof } from "./here";
import { Second } from "./Second";
import { Word } from "./Word";

const BEYOND = "proof.unexamined";

/** A button that checks the certificate, and the checker's verdict. */
export function Check({ proof }: { proof: ProofShown }): JSX.Element {
  const { asked, error, found, run, stop } = useChecking<CheckedProof>(BEYOND);
  const ended = error !== null || found !== null;
  const here = checksHere(proof.game);
  const python = byPython<CheckedProof>({ position: proof.position });
  const check = (): void => run(here ? (signal) => examineProof(proof, signal) : python);
  return (
    <>
      <p class="row no-print">
        <Button
          icon="check"
          text={t(ended ? "proof.checkAgain" : "proof.check")}
          look="primary"
          off={asked !== null}
          onClick={check}
        />
        <a class="button" href={apiUrl("/proof/certificate", { position: proof.position })} download>
          <Icon name="download" />
          {t("proof.download")}
        </a>
      </p>
      {asked && <Busy label={t("proof.checking")} asked={asked} onCancel={stop} />}
      {error && <ErrorNote error={error} onRetry={check} />}
      {found && (
        <Word found={found} beyond={BEYOND}>
          {found.sha256 !== proof.sha256 && <p>{t("proof.another", { digest: found.sha256 })}</p>}
        </Word>
      )}
      {here && ended && <Second work={python} beyond={BEYOND} />}
      {asked === null && !ended && <p class="muted">{t("proof.unchecked")}</p>}
    </>
  );
}
