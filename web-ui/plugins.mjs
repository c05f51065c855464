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

/** The part of the texts that the shell needs, whichever parts they are kept in: a first visit asks for it alone. */
const SHELL = "shell";

/** The languages, a chunk for each part of the texts of each, and one for those that the shell itself needs. */
export const catalogues = {
  name: "catalogues",
  setup(build) {
    build.onResolve({ filter: /^text-catalogues$/ }, ({ path }) => ({ path, namespace: "catalogues" }));
    build.onLoad({ filter: /^/, namespace: "catalogues" }, async () => {
      const lines = (await languages()).map(async (language) => {
        const loaders = [SHELL, ...Object.keys(await parts(language))].map(
          (part) => `${JSON.stringify(part)}: () => import("texts:${language}/${part}"),`,
        );
        return `${language}: {\n${loaders.join("\n")}\n},`;
      });
      return {
        contents: `export const catalogues = {\n${(await Promise.all(lines)).join("\n")}\n};\nexport const shell = ["${SHELL}"];`,
      };
    });
    build.onResolve({ filter: /^texts:/ }, ({ path }) => ({ path: path.slice("texts:".length), namespace: "texts" }));
    build.onLoad({ filter: /^/, namespace: "texts" }, async ({ path }) => {
      const [language, part] = path.split("/");
      const all = await parts(language);
      return { contents: JSON.stringify(part === SHELL ? await shellTexts(all) : all[part]), loader: "json" };
    });
  },
};

/** Brings the texts of a page along with it: `import("./Page")` waits for the parts whose keys stand in its sources. */
export const pageTexts = {
  name: "page-texts",
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\].*\.tsx?$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const whole = await wholes(path);
      const needs = new Map();
      for (const [, name] of code.matchAll(LATER)) {
        needs.set(name, await partsOf(sourceOf(path, name)));
      }
      const loader = path.endsWith("x") ? "tsx" : "ts";
      if (needs.size === 0) {
        return whole === "" ? undefined : { contents: whole + code, loader };
      }
      const i18n = JSON.stringify(join(source, "lib", "i18n"));
      const waits = code.replace(LATER, (one, name) => `withTexts(${JSON.stringify(needs.get(name))}, ${one})`);
      return { contents: `${whole}import { withTexts } from ${i18n};\n${waits}`, loader };
    });
  },
};

const LATER = /\bimport\("(\.[^"]+)"\)/g;
const NOW = /^(?:import|export)\s(?!type\b)[^;]*?from "(\.[^"]+|game-pages)";$/gm;
const QUOTED = /["'`]([a-z][A-Za-z]*\.[^"'`]*)["'`]/g;

const SHELL_SOURCE = join(source, "main.tsx");
/** What every table of a game has. */
const TABLE_SOURCE = join(source, "components", "GameBar.tsx");

/** The sources that are loaded when they are asked for. */
const laterFiles = () =>
  once("laterFiles", async () => {
    const names = (await readdir(source, { recursive: true })).filter((name) => /(?<!\.d)\.tsx?$/.test(name));
    const found = new Set();
    for (const name of names) {
      const file = join(source, name);
      for (const [, path] of (await readFile(file, "utf8")).matchAll(LATER)) {
        found.add(sourceOf(file, path));
      }
    }
    return found;
  });

/** The file that a source means by a path. */
function sourceOf(from, name) {
  const path = join(dirname(from), name);
  return [".ts", ".tsx"].map((end) => path + end).find((file) => existsSync(file)) ?? null;
}

/** What has been found out in this build. */
const memory = new Map();

/** Finds something out once in a build. */
function once(what, find) {
  if (!memory.has(what)) {
    memory.set(what, find());
  }
  return memory.get(what);
}

/** A source and all that it imports at once. */
function closure(file) {
  return once(`closure of ${file}`, () => gather(file, new Map()));
}

async function gather(file, found) {
  if (file !== null && !found.has(file)) {
    const code = await once(`text of ${file}`, () => readFile(file, "utf8"));
    found.set(file, code);
    for (const [, name] of code.matchAll(NOW)) {
      const next = name === "game-pages" ? await gameFiles() : [sourceOf(file, name)];
      for (const one of next) {
        await gather(one, found);
      }
    }
  }
  return found;
}

/** The keys that stand in a source, and in what it imports at once; of one that is put together, how it begins. */
async function keysOf(file) {
  const whole = new Set();
  const begun = new Set();
  for (const code of (await closure(file)).values()) {
    for (const [, quoted] of code.matchAll(QUOTED)) {
      const [start, rest] = quoted.split("${", 2);
      (rest === undefined ? whole : begun).add(start);
    }
  }
  return { has: (key) => whole.has(key) || [...begun].some((start) => key.startsWith(start)) };
}

/** The parts of the texts that a source needs: those of its keys that the shell has not. */
async function partsOf(file) {
  const [keys, shell] = [await keysOf(file), await keysOf(SHELL_SOURCE)];
  const lacks = (key) => keys.has(key) && !shell.has(key);
  const needed = Object.entries(await parts("en")).filter(([, texts]) => Object.keys(texts).some(lacks));
  return needed.map(([part]) => part).sort();
}

/** What the shell says, out of all parts of a language. */
async function shellTexts(all) {
  const keys = await keysOf(SHELL_SOURCE);
  const said = Object.values(all).flatMap((texts) => Object.entries(texts).filter(([key]) => keys.has(key)));
  return Object.fromEntries(said);
}

/**
 * What is always loaded together is one chunk: all that the shell imports at once, and what tables of games share.
 *
 * Of what two pages share, esbuild makes a chunk for each set of pages that share it, and knows nothing of the shell,
 * which is there before any page.  So each part that is loaded later says that it needs all of the shell, and whatever
 * needs some of what tables share, that it needs all of that: a request costs more than some lines of code.
 */
export const together = {
  name: "together",
  setup(build) {
    build.onStart(() => memory.clear());
    build.onResolve({ filter: /^whole-(shell|table)$/ }, ({ path }) => ({ path, namespace: "together" }));
    build.onLoad({ filter: /^/, namespace: "together" }, async ({ path }) => {
      const files = path === "whole-shell" ? await shellFiles() : await tableFiles();
      return { contents: files.map((file) => `import ${JSON.stringify(file)};`).join("\n"), resolveDir: source };
    });
  },
};

const shellFiles = () =>
  once("shellFiles", async () => {
    return [...(await closure(SHELL_SOURCE)).keys()].filter((file) => file !== SHELL_SOURCE);
  });

/** The sources that are loaded later and have a table of a game: with what they import at once. */
const tables = () =>
  once("tables", async () => {
    const found = [];
    for (const file of await laterFiles()) {
      const all = new Set((await closure(file)).keys());
      if (all.has(TABLE_SOURCE)) {
        found.push({ file, all });
      }
    }
    return found;
  });

/** What two tables or more share, and the shell has not. */
const tableFiles = () =>
  once("tableFiles", async () => {
    const shell = new Set(await shellFiles());
    const known = await tables();
    const files = new Set(known.flatMap(({ all }) => [...all]));
    return [...files].filter((file) => !shell.has(file) && known.filter(({ all }) => all.has(file)).length > 1).sort();
  });

/**
 * What a source that is loaded later brings along whole.
 *
 * The shell brings along itself: without that, the list of its sources would be an empty chunk for which each page asks.
 */
async function wholes(path) {
  const later = (await laterFiles()).has(path);
  const names = later || path === SHELL_SOURCE ? ["whole-shell"] : [];
  const shared = new Set(await tableFiles());
  if (later && [...(await closure(path)).keys()].some((file) => shared.has(file))) {
    names.push("whole-table");
  }
  return names.map((name) => `import "${name}";\n`).join("");
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
