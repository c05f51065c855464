import type { JSX } from "preact";

/** Who has which part of the whole, as one bar; a name is that of a look. */
export function ShareBar({ parts }: { parts: Readonly<Record<string, number>> }): JSX.Element {
  return (
    <div class="tiles-bar" aria-hidden="true">
      {Object.entries(parts).map(
        ([look, part]) => part > 0 && <span key={look} class={look} style={{ flexGrow: part }} />,
      )}
    </div>
  );
}
