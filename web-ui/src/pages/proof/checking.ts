/** Runs checks of certificates, one at a time for each component. */
import { useState } from "preact/hooks";
import { useWork, type Work } from "../../components/work";
import type { CheckedProof } from "../../generated/api";
import { announce } from "../../lib/announce";
import type { ApiError, Params } from "../../lib/api";
import { type TextKey, t } from "../../lib/i18n";
import { stream } from "../../lib/questions";

/** Return a function that runs the checker in Python, on the server. */
export function byPython<T>(params: Params, body?: ArrayBuffer): Work<T> {
  return (signal, onProgress) => stream<T>("/proof/check", params, { signal, onProgress, ...(body && { body }) });
}

/** Return the text of a verdict; `beyond` is the text for a certificate that the checker did not examine. */
export function wordOf(found: CheckedProof, beyond: TextKey): TextKey {
  return found.valid ? "proof.valid" : found.examined ? "proof.invalid" : beyond;
}

/** Return functions that start a check or refuse it with an error, and the check in progress or its result. */
export function useChecking<T extends CheckedProof>(beyond: TextKey) {
  const { run, refuse, ...state } = useWork();
  const [found, setFound] = useState<T | null>(null);
  return {
    ...state,
    found,
    refuse: (error: ApiError): void => {
      setFound(null);
      refuse(error);
    },
    run: (work: Work<T>): void => {
      setFound(null);
      run(work, (checked) => {
        setFound(checked);
        announce(t(wordOf(checked, beyond)));
      });
    },
  };
}
