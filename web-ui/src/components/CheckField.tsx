import type { JSX } from "preact";
import { useId } from "preact/hooks";

/** A checkbox with its label. */
export function CheckField(props: {
  label: string;
  checked: boolean;
  onInput: (checked: boolean) => void;
  hint?: string;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field check">
      <label>
        <input
          type="checkbox"
          checked={props.checked}
          aria-describedby={props.hint ? `${id}-hint` : undefined}
          onInput={(event) => props.onInput(event.currentTarget.checked)}
        />
        <span>{props.label}</span>
      </label>
      {props.hint && (
        <p class="small field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
