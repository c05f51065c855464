import type { ComponentChildren, JSX } from "preact";

/** A number with its label, inside a <dl class="stats">. */
export function Stat(props: {
  label: string;
  value: ComponentChildren;
  note?: ComponentChildren;
  tone?: "player" | "opponent" | "plain" | "good";
}): JSX.Element {
  return (
    <div class={`stat ${props.tone ?? "plain"}`}>
      <dt>{props.label}</dt>
      <dd>
        <span class="stat-value number">{props.value}</span>
        {props.note !== undefined && <span class="stat-note">{props.note}</span>}
      </dd>
    </div>
  );
}
