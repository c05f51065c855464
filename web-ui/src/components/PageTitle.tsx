import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";

/** The heading of a page and the title of its window. */
export function PageTitle(props: {
  text: string;
  /** The title of the window, if it differs from the heading. */
  window?: string;
  /** A sentence below the heading. */
  lead?: ComponentChildren;
  /** The language of the heading and the sentence, if it may differ from the reader's. */
  lang?: string;
  /** Elements beside the heading. */
  children?: ComponentChildren;
}): JSX.Element {
  const title = props.window ?? props.text;
  useEffect(() => {
    document.title = `${title} · perfectplay`;
  }, [title]);
  return (
    <header class="page-title row between">
      <div>
        {/* The shell moves the focus here when the page changes. */}
        <h1 tabIndex={-1} lang={props.lang}>
          {props.text}
        </h1>
        {props.lead && (
          <p class="lead" lang={props.lang}>
            {props.lead}
          </p>
        )}
      </div>
      {props.children}
    </header>
  );
}
