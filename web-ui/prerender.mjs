// Renders the pages of a site without a server in every language, from the same components as in a browser.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { catalogues, chunks, collections, styles } from "./plugins.mjs";
import { languages } from "./texts.mjs";

/** The address of the site while it is rendered. */
export const FOLDER = "http://site.invalid/";

/** Define the parts of a browser that rendering needs, with neutral settings. Return the root element. */
function browser(told) {
  let address = new URL(FOLDER);
  const element = { lang: "", dataset: { site: "./", docs: "", ahead: "", languages: told.join(" ") } };
  const found = {
    document: Object.assign(new EventTarget(), { documentElement: element, getElementById: () => null }),
    location: new Proxy({}, { get: (_, name) => address[name] }),
    history: {
      state: null,
      pushState: (_state, _title, to) => {
        address = new URL(to);
      },
      replaceState: () => undefined,
    },
    navigator: { languages: [] },
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    addEventListener: () => undefined,
    CSSStyleSheet: class {
      replaceSync() {}
    },
  };
  for (const [name, value] of Object.entries(found)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  return element;
}

/** Render all pages in all languages, and return their first questions. */
export async function prerender(folder) {
  const told = await languages();
  const out = await mkdtemp(join(tmpdir(), "perfectplay-pages-"));
  try {
    await build({
      absWorkingDir: folder,
      entryPoints: ["src/site/prerender.tsx"],
      outfile: join(out, "prerender.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node18",
      jsx: "automatic",
      jsxImportSource: "preact",
      loader: { ".svg": "dataurl", ".wasm": "empty" },
      logLevel: "warning",
      plugins: [collections, catalogues, chunks, styles],
    });
    const { dataset } = browser(told);
    const { pages, questions, rendered } = await import(pathToFileURL(join(out, "prerender.mjs")));
    const names = await pages();
    dataset.pages = names.join(" ");
    const all = [];
    // Keep the languages of a page next to each other, so that compression finds their common text.
    for (const page of names) {
      for (const language of told) {
        all.push({ page, language, ...(await rendered(page, language)) });
      }
    }
    return { pages: all, questions: await questions() };
  } finally {
    await rm(out, { recursive: true });
  }
}
