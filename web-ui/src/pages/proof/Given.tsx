import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import type { Work } from "../../components/work";
import type { CheckedUpload } from "../../generated/api";
import { SENT } from "../../generated/sent";
import { ApiError } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import { proofPath } from "../../lib/router";
import { byPython, useChecking } from "./checking";
import { examineFile, ranHere } from "./here";
import { Second } from "./Second";
import { Word } from "./Word";
import { kindName, wordsOf } from "./words";

/** Maximum number of bytes that the server reads. */
const MOST = SENT["/proof/check"];
const BEYOND = "proof.given.unexamined";

/** A field to choose a certificate; a file can also be dropped anywhere on the page. The check starts immediately. */
export function Given(): JSX.Element {
  const { asked, error, found, run, refuse, stop } = useChecking<CheckedUpload>(BEYOND);
  const [name, setName] = useState("");
  const [python, setPython] = useState<Work<CheckedUpload> | null>(null);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = async (file: File): Promise<void> => {
    setName(file.name);
    setPython(null);
    const told = { file: file.name, size: num(file.size), most: num(MOST) };
    if (file.size > MOST) {
      refuse(new ApiError(t("proof.given.tooLarge", told), 0, null, true));
      return;
    }
    try {
      const content = await file.arrayBuffer();
      if (content.byteLength > 0) {
        const other = byPython<CheckedUpload>({}, content);
        setPython(() => other);
        run(async (signal, onProgress) => (await examineFile(content, signal)) ?? other(signal, onProgress));
        return;
      }
      refuse(new ApiError(t("proof.given.empty", told), 0, null, true));
    } catch {
      // The file cannot be read: it may be a folder, or it may have been removed.
      refuse(new ApiError(t("proof.given.unreadable", told), 0, null, true));
    }
  };
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    // Listen on the whole window: a browser opens a file that is dropped beside the frame, and so leaves the page.
    const carried = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent): void => setOver(event.relatedTarget !== null);
    const dropped = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) {
        void latest.current(file);
      }
    };
    addEventListener("dragover", carried);
    addEventListener("dragleave", left);
    addEventListener("drop", dropped);
    return () => {
      removeEventListener("dragover", carried);
      removeEventListener("dragleave", left);
      removeEventListener("drop", dropped);
    };
  }, []);
  return (
    <section class="card stack no-print" aria-labelledby="proof-given">
      <h2 id="proof-given">{t("proof.given")}</h2>
      <p>{t("proof.given.text")}</p>
      <div class={`proof-drop row ${over ? "over" : ""}`}>
        <Button text={t("proof.given.choose")} onClick={() => field.current?.click()} />
        <span>{t("proof.given.drop")}</span>
        <input
          ref={field}
          type="file"
          accept=".json,.gz,application/json,application/gzip"
          hidden
          aria-label={t("proof.given.choose")}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) {
              void open(file);
            }
            // Reset the field, so that the same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      {asked && <Busy label={t("proof.checking")} asked={asked} onCancel={stop} />}
      {error && <ErrorNote error={error} />}
      {found && <Verdict key={name} name={name} told={found} />}
      {python && (error || (found && ranHere(found))) && <Second work={python} beyond={BEYOND} />}
    </section>
  );
}

/** The checker's verdict on the file, and the proven statement if it is valid. */
function Verdict({ name, told }: { name: string; told: CheckedUpload }): JSX.Element {
  const said = wordsOf(told.game);
  const { position, claim } = told;
  return (
    <>
      <p>
        <Icon name="download" /> <strong class="proof-id anywhere">{name}</strong>
      </p>
      <Word found={told} beyond={BEYOND}>
        {told.valid && claim !== null && <p class="proof-says big bold">{said.claim({ about: position, claim })}</p>}
        {position !== "" && (
          <p>
            {told.valid ? (
              <a href={proofPath(position)}>{position}</a>
            ) : (
              <code class="proof-id anywhere">{position}</code>
            )}
            {told.kind !== null && ` · ${kindName(told.kind, said)}`}
          </p>
        )}
        <p class="proof-id anywhere">SHA-256: {told.sha256}</p>
      </Word>
    </>
  );
}
