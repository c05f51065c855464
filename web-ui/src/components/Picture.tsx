import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, apiUrl, getText, type Params } from "../lib/api";
import { t, useLanguage } from "../lib/i18n";
import { type Theme, useTheme } from "../lib/theme";
import { Busy } from "./Busy";
import { ErrorNote } from "./ErrorNote";

/** Below this width in CSS pixels, a wide picture scrolls instead of shrinking, so that its texts stay readable. */
const READABLE = 620;

const FRAME = ":host { display: block; } svg { display: block; width: 100%; height: auto; margin-inline: auto; }";

/** Make a picture's rules for dark follow the theme instead of the system. On paper it is always light. */
function themed(css: string, theme: Theme): string {
  return css.replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "screen" : "not all");
}

/**
 * Take the style out of a picture.
 *
 * Our Content-Security-Policy forbids styles inside a document as soon as it is parsed; a script may set them.
 */
function separate(text: string, theme: Theme): { bare: string; rules: string[] } {
  const rules = [FRAME];
  const bare = text
    .replace(/<style[^>]*>(.*?)<\/style>/gs, (_, css: string) => {
      // The text of an element is escaped, even that of <style>.
      rules.push(themed(css.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"), theme));
      return "";
    })
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/ style=/g, " data-style="));
  return { bare, rules };
}

/** Show a picture in a shadow root, where its ids and classes cannot collide with others. */
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

/** A picture of the API. It follows the theme, and its own title and description name it. */
export function Picture(props: {
  path: string;
  params?: Params;
  class?: string;
  /** The language of the picture, if it is not the reader's. */
  lang?: string;
  /** Set for a tree: if it scrolls, it begins in the middle, where the root is. */
  tree?: boolean;
  /** Called each time the picture is shown. */
  onReady?: (svg: SVGSVGElement) => void;
}): JSX.Element {
  const language = useLanguage();
  // Each language has its own picture.
  const url = apiUrl(props.path, { ...props.params, lang: language });
  const { resolved } = useTheme();
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  // Keep the last picture while the next one loads.
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

  // A picture that scrolls must be reachable by keyboard; one that fits need not be.
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
