import type { JSX } from "preact";
import "./beside.css";

/** A legend that explains the colours and patterns of tiles. */
export function LookLegend(props: {
  label: string;
  looks: readonly (readonly [look: string, text: string])[];
}): JSX.Element {
  return (
    <ul class="tiles-legend row wide small" aria-label={props.label}>
      {props.looks.map(([look, text]) => (
        <li key={look} class="row">
          <span class={`tiles-tile ${look}`} aria-hidden="true">
            <span class="tiles-face">
              <b>7</b>
            </span>
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
