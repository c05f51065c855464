import type { JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { announce } from "../lib/announce";
import { t } from "../lib/i18n";
import { Icon } from "./Icon";

/** Copy a field's text to the clipboard; false if the browser does not allow it. */
export async function copy(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Pages without https, as in a classroom's network, have no access to the clipboard. Users can still copy the
    // selected text.
    field.select();
    return document.execCommand("copy");
  }
}

/** A line of text with a button that copies it. */
export function CopyLine({ label, text }: { label: string; text: string }): JSX.Element {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const onCopy = async (): Promise<void> => {
    if (field.current && (await copy(field.current))) {
      setCopied(true);
      announce(t("share.copied"));
      setTimeout(() => setCopied(false), 2500);
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="joined">
        <input
          id={id}
          ref={field}
          type="text"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={() => void onCopy()}>
          {copied && <Icon name="check" />}
          {copied ? t("share.copied") : t("share.copy")}
        </button>
      </div>
    </div>
  );
}
