import { type ComponentChildren, Fragment, type JSX } from "preact";
import { num } from "../../lib/i18n";

/** An exercise with its number. */
export function Exercise(props: {
  at: number;
  title: string;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class={`sheet-exercise ${props.class ?? ""}`}>
      <h3>
        <span class="sheet-number">{num(props.at)}</span> {props.title}
      </h3>
      {props.children}
    </section>
  );
}

/** A blank to write in. */
export function Blank(props: { label: string; width?: "short" | "long" }): JSX.Element {
  return (
    <span>
      {props.label} <span class={`sheet-rule ${props.width ?? "short"}`} />
    </span>
  );
}

/** Items in a line of text. The line may break between two items, but not inside an item. */
export function Sequence(props: { items: readonly ComponentChildren[]; between: string }): JSX.Element {
  return (
    <>
      {props.items.map((item, i) => (
        <Fragment key={i}>
          {i > 0 && props.between}
          <span class="sheet-piece">{item}</span>
        </Fragment>
      ))}
    </>
  );
}
