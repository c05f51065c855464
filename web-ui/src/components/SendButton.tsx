import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { announce } from "../lib/announce";
import { t } from "../lib/i18n";
import { Button } from "./Button";
import { copy } from "./CopyLine";

/** A button that opens the system's share dialog with a text. Without such a dialog, it copies the text. */
export function SendButton(props: { label: string; text: string; look?: string }): JSX.Element {
  const { label, text } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [state, setState] = useState<"" | "copied" | "refused">("");
  const send = async (): Promise<void> => {
    if ("share" in navigator) {
      try {
        await navigator.share({ text });
        return;
      } catch (problem) {
        if (problem instanceof DOMException && problem.name === "AbortError") {
          return;
        }
      }
    }
    if (field.current && (await copy(field.current))) {
      setState("copied");
      announce(t("share.copied"));
      setTimeout(() => setState(""), 2500);
    } else {
      setState("refused");
    }
  };
  const refused = state === "refused";
  return (
    <>
      <Button
        icon={state === "copied" ? "check" : "share"}
        text={state === "copied" ? t("share.copied") : label}
        look={props.look}
        off={text === ""}
        onClick={() => void send()}
      />
      {/* If the browser does not let the page copy, the reader can copy the text by hand. */}
      <textarea
        ref={field}
        class={refused ? "send-text" : "visually-hidden"}
        rows={text.split("\n").length}
        readOnly
        aria-label={t("daily.share.field")}
        {...(!refused && { "aria-hidden": true, tabIndex: -1 })}
        value={text}
      />
    </>
  );
}
