import type { ComponentChildren, JSX } from "preact";

/** A number with its label, inside a <dl class="stats columns">. */
export function Stat(props: {
  label: string;
  value: ComponentChildren;
  note?: ComponentChildren;
  tone?: "player" | "opponent" | "good";
}): JSX.Element {
  return (
    <div class={`stat ${props.tone ?? ""}`}>
      <dt>{props.label}</dt>
      <dd>
        <span class="stat-value number">{props.value}</span>
        {props.note !== undefined && <span class="small">{props.note}</span>}
      </dd>
    </div>
  );
}
