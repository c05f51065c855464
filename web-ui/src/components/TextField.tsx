import type { JSX } from "preact";
import { useId } from "preact/hooks";

export interface TextFieldProps {
  label: string;
  value: string;
  onInput: (text: string) => void;
  hint?: string;
  error?: string | null;
  onEnter?: () => void;
  placeholder?: string;
  inputMode?: "text" | "numeric" | "decimal";
  /** Width of the field in characters; by default it fills its column. */
  size?: number;
  hideLabel?: boolean;
  autoFocus?: boolean;
}

/** A field for a line of text, with its label, hint and error. */
export function TextField(props: TextFieldProps): JSX.Element {
  const id = useId();
  const described = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id} class={props.hideLabel ? "visually-hidden" : undefined}>
        {props.label}
      </label>
      <input
        id={id}
        type="text"
        value={props.value}
        inputMode={props.inputMode ?? "text"}
        placeholder={props.placeholder}
        size={props.size}
        autoFocus={props.autoFocus}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={described || undefined}
        onInput={(event) => props.onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && props.onEnter) {
            event.preventDefault();
            props.onEnter();
          }
        }}
      />
      {props.hint && (
        <p class="small field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      {props.error && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {props.error}
        </p>
      )}
    </div>
  );
}
