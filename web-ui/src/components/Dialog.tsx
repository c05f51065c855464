import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../lib/i18n";
import { focusIfLost } from "../lib/roving";
import { Button } from "./Button";

/** A window above the page. Escape, its button or a click outside closes it. */
export function Dialog(props: {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && props.open !== dialog.open) {
      if (props.open) {
        dialog.showModal();
      } else {
        dialog.close();
        // Check the button that opened the window: the page may have removed it.
        focusIfLost("main h1");
      }
    }
  }, [props.open]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={props.onClose}
      onClick={(event) => event.target === event.currentTarget && props.onClose()}
    >
      <div class="stack">
        <header class="row between">
          <h2 id={id}>{props.title}</h2>
          <Button icon="close" bare text={t("common.close")} look="quiet" onClick={props.onClose} />
        </header>
        {props.open && props.children}
      </div>
    </dialog>
  );
}
