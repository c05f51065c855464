import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { announce } from "../lib/announce";
import { t } from "../lib/i18n";
import { copy } from "./CopyLine";
import { Icon } from "./Icon";

/** A button that hands a text to the system's window for sharing; where there is none, it copies the text. */
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
      <button
        type="button"
        class={`button ${props.look ?? ""}`}
        aria-disabled={text === ""}
        onClick={() => text && void send()}
      >
        <Icon name={state === "copied" ? "check" : "share"} />
        <span>{state === "copied" ? t("share.copied") : label}</span>
      </button>
      {/* The text can be copied by hand where the browser lets no page do it. */}
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
