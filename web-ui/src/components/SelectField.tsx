import type { JSX } from "preact";
import { useId } from "preact/hooks";

/** A choice of one value among several. */
export function SelectField(props: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onInput: (value: string) => void;
  hint?: string;
  hideLabel?: boolean;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={props.hideLabel ? "visually-hidden" : undefined}>
        {props.label}
      </label>
      <select
        id={id}
        value={props.value}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === props.value}>
            {option.label}
          </option>
        ))}
      </select>
      {props.hint && (
        <p class="small field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
