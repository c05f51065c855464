import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import type { CheckedProof } from "../../generated/api";
import { type TextKey, t } from "../../lib/i18n";
import { useChecking, type Work } from "./checking";
import { Word } from "./Word";

/** A button that runs the checker in Python as a second opinion, and the checker's verdict. */
export function Second({ work, beyond }: { work: Work<CheckedProof>; beyond: TextKey }): JSX.Element {
  const { asked, outcome, run, stop } = useChecking<CheckedProof>(beyond);
  return (
    <>
      <p class="no-print">
        <Button text={t("proof.second")} look="quiet" off={asked !== null} onClick={() => run(work)} />
      </p>
      {asked && <Busy label={t("proof.checking")} asked={asked} onCancel={stop} />}
      {outcome !== null && "error" in outcome && <ErrorNote error={outcome.error} onRetry={() => run(work)} />}
      {outcome !== null && "found" in outcome && <Word found={outcome.found} beyond={beyond} />}
    </>
  );
}
