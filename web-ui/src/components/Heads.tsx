import type { JSX } from "preact";

/** The headings of a table's columns. An empty text stands for a column that screen readers skip. */
export function Heads(props: { texts: readonly string[]; class?: string }): JSX.Element {
  return (
    <thead class={props.class}>
      <tr>
        {props.texts.map((text, at) =>
          text === "" ? (
            <td key={at} aria-hidden="true" />
          ) : (
            <th key={at} scope="col">
              {text}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
