import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { apiUrl, type Params } from "../lib/api";
import { t, useLanguage } from "../lib/i18n";
import { getText, useAnswer } from "../lib/questions";
import { type Theme, useTheme } from "../lib/theme";
import { Busy } from "./Busy";
import { ErrorNote } from "./ErrorNote";

/** Below this scale, a picture scrolls instead of shrinking, so that its texts of 15 pixels stay legible. */
const LEGIBLE = 0.75;

/** Maximum width in CSS pixels at which pictures scroll; into a wider frame, even the widest picture shrinks. */
const WIDEST = 700;

const FRAME = ":host { display: block; } svg { display: block; width: 100%; height: auto; margin-inline: auto; }";

/** Make a picture's dark mode follow the reader's theme instead of the system. Printed pictures are always light. */
function themed(css: string, theme: Theme): string {
  return css.replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "screen" : "not all");
}

/**
 * Separate a picture from its styles, which a script sets later.
 *
 * Our Content-Security-Policy forbids styles in a parsed document, but lets a script set them.
 */
function separate(text: string, theme: Theme): { bare: string; rules: string[] } {
  const rules = [FRAME];
  const bare = text
    .replace(/<style[^>]*>(.*?)<\/style>/gs, (_, css: string) => {
      // Unescape the rules: in an SVG file, even the content of <style> is escaped.
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
  svg.style.minWidth = `${Math.min(LEGIBLE * width, WIDEST)}px`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(svg);
  return svg;
}

/** A picture from the API. It follows the theme, and has its own title and description for screen readers. */
export function Picture(props: {
  path: string;
  params?: Params;
  class?: string;
  /** The language of the picture, if it is not the reader's. */
  lang?: string;
  /** Set for a picture of a tree. If the picture scrolls, its middle is shown first, since the root is there. */
  tree?: boolean;
  /** Called each time the picture is shown. */
  onReady?: (svg: SVGSVGElement) => void;
}): JSX.Element {
  const language = useLanguage();
  // Each language has its own picture.
  const params = { ...props.params, lang: language };
  const picture = useAnswer(apiUrl(props.path, params), (signal) => getText(props.path, params, signal));
  const text = picture.data;
  const { resolved } = useTheme();
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState("");

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

  /** Note at which edges the frame cuts the picture off. */
  const measure = (): void => {
    if (frame.current) {
      const { scrollLeft, clientWidth, scrollWidth } = frame.current;
      const right = scrollLeft + clientWidth < scrollWidth - 1;
      setCut(`${scrollLeft > 1 ? "cut-left" : ""} ${right ? "cut-right" : ""}`.trim());
    }
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (frame.current) {
      observer.observe(frame.current);
    }
    return () => observer.disconnect();
  }, [text]);

  if (picture.error) {
    return <ErrorNote error={picture.error} onRetry={picture.again} />;
  }
  return (
    <>
      <div
        ref={frame}
        class={`picture ${props.class ?? ""} ${cut}`}
        aria-busy={picture.loading}
        onScroll={measure}
        // A picture that scrolls must be reachable by keyboard; a picture that fits need not be.
        {...(cut && { tabIndex: 0, role: "group", "aria-label": t("picture.scrolls") })}
      >
        {text === null && <Busy label={t("picture.loading")} />}
        <div ref={host} lang={props.lang} hidden={text === null} />
      </div>
      {cut && (
        <p class="picture-scrolls small muted no-print" aria-hidden="true">
          {t("picture.scrolls")}
        </p>
      )}
    </>
  );
}
