import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import type { Work } from "../../components/work";
import type { CheckedProof } from "../../generated/api";
import { type TextKey, t } from "../../lib/i18n";
import { useChecking } from "./checking";
import { Word } from "./Word";

/** A button that runs the checker in Python as a second opinion, and the checker's verdict. */
export function Second({ work, beyond }: { work: Work<CheckedProof>; beyond: TextKey }): JSX.Element {
  const { asked, error, found, run, stop } = useChecking<CheckedProof>(beyond);
  return (
    <>
      <p class="no-print">
        <Button text={t("proof.second")} look="quiet" off={asked !== null} onClick={() => run(work)} />
      </p>
      {asked && <Busy label={t("proof.checking")} asked={asked} onCancel={stop} />}
      {error && <ErrorNote error={error} onRetry={() => run(work)} />}
      {found && <Word found={found} beyond={beyond} />}
    </>
  );
}
