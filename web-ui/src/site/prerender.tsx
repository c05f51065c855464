/** Renders the pages of a site without a server as they look before any script runs; build.mjs calls it. */
import { options } from "preact";
import { renderToString } from "preact-render-to-string";
import { App, PAGES, prepare } from "../App";
import { PageTitle } from "../components/PageTitle";
import { shapeOf } from "../components/tiles/shape";
import { setLanguage, t } from "../lib/i18n";
import { startLinks } from "../lib/links";
import { currentRoute, navigate } from "../lib/router";
import { OWN } from "../pages/games";

export { questions } from "./questions";

interface Rendered {
  title: string;
  description: string;
  html: string;
  /** CSS rules that replace the inline styles of elements. */
  looks: readonly string[];
}

startLinks();

let shown: { title: string; lead: unknown } = { title: "", lead: "" };
const before = options.vnode;
options.vnode = (node) => {
  if (node.type === PageTitle) {
    const { text, window, lead } = node.props as Parameters<typeof PageTitle>[0];
    shown = { title: window ?? text, lead };
  }
  before?.(node);
};

/** Maps inline styles to the names that replace them. The rules are in a file, since pages must not contain styles. */
const looks = new Map<string, string>();

/** Yield CSS rules that lay out a board for every aspect ratio of its container. */
function* shapes(count: number, digits: number): Generator<string> {
  let columns = 0;
  for (let part = 30; part < 400; part++) {
    const shape = shapeOf(count, digits, 6 * part, 600);
    if (shape.columns !== columns) {
      columns = shape.columns;
      yield `@container (min-aspect-ratio:${part / 100}){?{--columns:${columns};--rows:${shape.rows}}}`;
    }
  }
}

/** Replace the inline styles of a page by names, and return the page and the CSS rules for the names. */
function named(html: string): { html: string; looks: readonly string[] } {
  const numbers = [...html.matchAll(/ data-number="(\d+)"/g)].map(([, number = ""]) => number.length);
  const used = new Set<string>();
  const named = html.replace(/ style="([^"]*)"/g, (_, look: string) => {
    const board = look.includes("--room:") ? [...shapes(numbers.length, Math.max(...numbers))] : [];
    const rules = [`?{${look}}`, ...board].join("");
    const name = looks.get(rules) ?? String(looks.size);
    looks.set(rules, name);
    used.add(rules.replaceAll("?{", `#app [data-look="${name}"]{`));
    return ` data-look="${name}"`;
  });
  return { html: named, looks: [...used] };
}

/** Render a page in a language. */
export async function rendered(page: string, language: string): Promise<Rendered> {
  await setLanguage(language);
  shown = { title: "", lead: "" };
  navigate(`/${page}`);
  await prepare(currentRoute());
  const drawn = named(renderToString(<App />));
  const line = OWN.find(({ name }) => name === currentRoute().game)?.line ?? "home.title";
  const lead = typeof shown.lead === "string" ? shown.lead.trim() : "";
  return { title: shown.title, description: lead || t(page === "daily" ? "daily.home.text" : line), ...drawn };
}

/** Return the pages that get their own file; the other pages only redirect. */
export async function pages(): Promise<readonly string[]> {
  const found = [];
  for (const page of [PAGES, ...OWN.map((game) => game.pages)].flatMap(Object.keys)) {
    if ((await rendered(page, "en")).title !== "") {
      found.push(page);
    }
  }
  looks.clear();
  return found;
}
