import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";

/** The heading of a page and the title of its window. */
export function PageTitle(props: {
  text: string;
  /** What the window is called, if not like the page. */
  window?: string;
  /** One sentence below. */
  lead?: ComponentChildren;
  /** The language of both, if it may not be the reader's. */
  lang?: string;
  /** What stands beside it. */
  children?: ComponentChildren;
}): JSX.Element {
  const title = props.window ?? props.text;
  useEffect(() => {
    document.title = `${title} · perfectplay`;
  }, [title]);
  return (
    <header class="page-title">
      <div>
        {/* The shell puts the focus here when the page changes. */}
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
