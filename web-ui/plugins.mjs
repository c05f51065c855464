// What the pages find by looking: the games with pages of their own, the languages, the styles.  Plugins for esbuild.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { languages, parts } from "./texts.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "src");

const folder = join(source, "pages");

/** What the games with pages of their own say of themselves. */
async function gameFiles() {
  const files = (await readdir(folder)).sort().map((name) => join(folder, name, "index.ts"));
  return files.filter((file) => existsSync(file));
}

/** The games with pages of their own: folders of src/pages that have an index.ts. */
export const games = {
  name: "games",
  setup(build) {
    build.onResolve({ filter: /^game-pages$/ }, ({ path }) => ({ path, namespace: "games" }));
    build.onLoad({ filter: /^/, namespace: "games" }, async () => {
      const names = (await gameFiles()).map((file) => basename(dirname(file)));
      const lines = names.map((name, i) => `import { game as g${i} } from "./${name}/index";`);
      return {
        contents: `${lines.join("\n")}\nexport const games = [${names.map((_, i) => `g${i}`)}];`,
        resolveDir: folder,
      };
    });
  },
};

/** The languages, a chunk for each part of the texts of each; and which parts the shell itself needs. */
export const catalogues = {
  name: "catalogues",
  setup(build) {
    build.onResolve({ filter: /^text-catalogues$/ }, ({ path }) => ({ path, namespace: "catalogues" }));
    build.onLoad({ filter: /^/, namespace: "catalogues" }, async () => {
      const lines = (await languages()).map(async (language) => {
        const loaders = Object.keys(await parts(language)).map(
          (part) => `${JSON.stringify(part)}: () => import("texts:${language}/${part}"),`,
        );
        return `${language}: {\n${loaders.join("\n")}\n},`;
      });
      const shell = await partsOf(join(source, "main.tsx"));
      return {
        contents: `export const catalogues = {\n${(await Promise.all(lines)).join("\n")}\n};\nexport const shell = ${JSON.stringify(shell)};`,
      };
    });
    build.onResolve({ filter: /^texts:/ }, ({ path }) => ({ path: path.slice("texts:".length), namespace: "texts" }));
    build.onLoad({ filter: /^/, namespace: "texts" }, async ({ path }) => {
      const [language, part] = path.split("/");
      return { contents: JSON.stringify((await parts(language))[part]), loader: "json" };
    });
  },
};

/** Brings the texts of a page along with it: `import("./Page")` waits for the parts whose keys stand in its sources. */
export const pageTexts = {
  name: "page-texts",
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\].*\.tsx?$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const needs = new Map();
      for (const [, name] of code.matchAll(LATER)) {
        needs.set(name, await partsOf(sourceOf(path, name)));
      }
      if (needs.size === 0) {
        return undefined;
      }
      const i18n = JSON.stringify(join(source, "lib", "i18n"));
      const waits = code.replace(LATER, (whole, name) => `withTexts(${JSON.stringify(needs.get(name))}, ${whole})`);
      return { contents: `import { withTexts } from ${i18n};\n${waits}`, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

const LATER = /\bimport\("(\.[^"]+)"\)/g;
const NOW = /^(?:import|export)\s(?!type\b)[^;]*?from "(\.[^"]+|game-pages)";$/gm;
const QUOTED = /["'`]([a-z][A-Za-z]*\.[^"'`]*)["'`]/g;

/** The file that a source means by a path. */
function sourceOf(from, name) {
  const path = join(dirname(from), name);
  return [".ts", ".tsx"].map((end) => path + end).find((file) => existsSync(file)) ?? null;
}

/** A source and all that it imports at once. */
async function closure(file, found = new Map()) {
  if (file !== null && !found.has(file)) {
    const code = await readFile(file, "utf8");
    found.set(file, code);
    for (const [, name] of code.matchAll(NOW)) {
      const next = name === "game-pages" ? await gameFiles() : [sourceOf(file, name)];
      for (const one of next) {
        await closure(one, found);
      }
    }
  }
  return found;
}

/** The parts of the texts that a source needs, and what it imports at once: those of the keys that stand there. */
async function partsOf(file) {
  const english = Object.entries(await parts("en"));
  const needed = new Set();
  for (const code of (await closure(file)).values()) {
    for (const [, quoted] of code.matchAll(QUOTED)) {
      // A key that is put together at run time: all that begin like it.
      const [start, rest] = quoted.split("${", 2);
      for (const [part, texts] of english) {
        if (rest === undefined ? start in texts : Object.keys(texts).some((key) => key.startsWith(start))) {
          needed.add(part);
        }
      }
    }
  }
  return [...needed].sort();
}

/** All styles are one file, those that pages share first: what a page imports is in it. */
export const styles = {
  name: "styles",
  setup(build) {
    build.onResolve({ filter: /^all-styles$/ }, ({ path }) => ({ path, namespace: "styles" }));
    build.onLoad({ filter: /^/, namespace: "styles" }, async () => {
      const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".css")).sort();
      const shared = join("styles", "base.css");
      const lines = [shared, ...names.filter((name) => name !== shared)].map((name) => `@import "./${name}";`);
      return { contents: lines.join("\n"), loader: "css", resolveDir: source };
    });
    build.onResolve({ filter: /\.css$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "elsewhere" } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "elsewhere" }, () => ({ contents: "" }));
  },
};
