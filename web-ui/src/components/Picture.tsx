import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, apiUrl, getText, type Params } from "../lib/api";
import { t, useLanguage } from "../lib/i18n";
import { type Theme, useTheme } from "../lib/theme";
import { Busy } from "./Busy";
import { ErrorNote } from "./ErrorNote";

/** Narrower than this, in CSS pixels, a wide picture is scrolled instead of shrunk: its texts must stay readable. */
const READABLE = 620;

const FRAME = ":host { display: block; } svg { display: block; width: 100%; height: auto; margin-inline: auto; }";

/** The picture's own rules for dark, which follow the system, made to follow the theme; on paper it is always light. */
function themed(css: string, theme: Theme): string {
  return css.replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "screen" : "not all");
}

/**
 * Takes the style out of a picture: our Content-Security-Policy forbids it inside a document, already while parsing; set
 * by a script of ours, it is allowed.
 */
function separate(text: string, theme: Theme): { bare: string; rules: string[] } {
  const rules = [FRAME];
  const bare = text
    .replace(/<style[^>]*>(.*?)<\/style>/gs, (_, css: string) => {
      // The text of an element is escaped, also that of <style>.
      rules.push(themed(css.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"), theme));
      return "";
    })
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/ style=/g, " data-style="));
  return { bare, rules };
}

/** Shows a picture in a shadow root, where its ids and classes meet no others. */
function place(root: ShadowRoot, text: string, theme: Theme): SVGSVGElement | null {
  const { bare, rules } = separate(text, theme);
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (!(parsed instanceof SVGSVGElement)) {
    return null;
  }
  const svg = document.importNode(parsed, true);
  for (const element of svg.querySelectorAll<SVGElement>("[data-style]")) {
    element.style.cssText = element.getAttribute("data-style") ?? "";
    element.removeAttribute("data-style");
  }
  const width = svg.viewBox.baseVal.width;
  svg.style.maxWidth = `${width}px`;
  svg.style.minWidth = `${Math.min(width, READABLE)}px`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(svg);
  return svg;
}

/** A picture of the API: follows the theme, and is named by its own title and description. */
export function Picture(props: {
  path: string;
  params?: Params;
  class?: string;
  /** Its language, if that is not the reader's. */
  lang?: string;
  /** Whether it is a tree: where it is scrolled, it begins in the middle, for the root is there. */
  tree?: boolean;
  /** Called with the picture each time it is shown anew. */
  onReady?: (svg: SVGSVGElement) => void;
}): JSX.Element {
  const language = useLanguage();
  // In another language it is another picture.
  const url = apiUrl(props.path, { ...props.params, lang: language });
  const { resolved } = useTheme();
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  // The last picture stays while the next one loads.
  const [text, setText] = useState<string | null>(null);
  const [settled, setSettled] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const settle = (answer: string | null, problem: ApiError | null): void => {
      if (!controller.signal.aborted) {
        setText(answer);
        setError(problem);
        setSettled(url);
      }
    };
    getText(props.path, { ...props.params, lang: language }, controller.signal).then(
      (answer) => settle(answer, null),
      (problem: unknown) => problem instanceof ApiError && settle(null, problem),
    );
    return () => controller.abort();
  }, [url, attempt]);

  useLayoutEffect(() => {
    if (host.current && text !== null) {
      const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
      const svg = place(root, text, resolved);
      if (svg) {
        props.onReady?.(svg);
      }
      if (props.tree && frame.current) {
        frame.current.scrollLeft ||= (frame.current.scrollWidth - frame.current.clientWidth) / 2;
      }
    }
  }, [text, resolved]);

  // What scrolls must be reachable by keyboard; what does not scroll need not be.
  useEffect(() => {
    const element = frame.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);

  if (error) {
    return <ErrorNote error={error} onRetry={() => setAttempt(attempt + 1)} />;
  }
  return (
    <div
      ref={frame}
      class={`picture ${props.class ?? ""}`}
      aria-busy={settled !== url}
      {...(scrolls && { tabIndex: 0, role: "group", "aria-label": t("picture.scrolls") })}
    >
      {text === null && <Busy label={t("picture.loading")} />}
      <div ref={host} lang={props.lang} hidden={text === null} />
    </div>
  );
}
