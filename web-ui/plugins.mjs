// Plugins for esbuild that search the sources for games with pages of their own, and for files that load together.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build as bundle } from "esbuild";
import { languages, parts } from "./texts.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "src");

const folder = join(source, "pages");

/** Return the paths of a file in the folders of all games that have it. */
async function gameFiles(name = "index.ts") {
  const files = (await readdir(folder)).sort().map((game) => join(folder, game, name));
  return files.filter((file) => existsSync(file));
}

/** Modules that map the name of each game to an export of one file in its folder in src/pages. */
const COLLECTIONS = {
  /** The games with pages of their own. */
  "game-pages": ["index.ts", "game"],
  /** Answers that the kernels compute. */
  "game-answers": ["answering.ts", "answers"],
  /** Functions that judge and describe results. */
  "game-results": ["results.ts", "results"],
  "game-labs": ["lab.ts", "lab"],
  "game-materials": ["material.ts", "material"],
  "game-proofs": ["proof.tsx", "proof"],
  "game-sheets": ["sheet.tsx", "sheet"],
};

/** Provide the modules of `COLLECTIONS`. */
export const collections = {
  name: "collections",
  setup(build) {
    build.onResolve({ filter: /^game-/ }, ({ path }) => ({ path, namespace: "collections" }));
    build.onLoad({ filter: /^/, namespace: "collections" }, async ({ path }) => {
      const [file, exported] = COLLECTIONS[path];
      const names = (await gameFiles(file)).map((found) => basename(dirname(found)));
      const from = file.split(".")[0];
      const lines = names.map((name) => `import { ${exported} as ${name} } from "./${name}/${from}";`);
      return { contents: `${lines.join("\n")}\nexport const games = { ${names} };`, resolveDir: folder };
    });
  },
};

/** The part that every first visit loads: everything that main.tsx imports statically. */
const SHELL = "shell";
/**
 * The part with code that tables of games share with each other or with other parts, and with what every page needs
 * except the home page.
 */
const TABLE = "table";
const REST_SOURCE = join(source, "rest.ts");
/** The part with shared code that the board of the most visited game does not need. */
const MORE = "more";
const FIRST_GAME = "taxman";
/** Only parts of the pages with a table of a game import this file. */
const TABLE_SOURCE = join(source, "components", "GameBar.tsx");
const SHELL_SOURCE = join(source, "main.tsx");

/** Parts of sources that do not belong to the part of their folder, by the source's name. */
const PARTS = {
  Curve: "review",
  Replay: "review",
  Compare: "review",
  ShareGame: "sending",
  ByLink: "sending",
  Prices: "prices",
  Help: "late",
  LiveEnd: "late",
  NotFound: "late",
  SwitchNotice: "late",
  notes: "late",
};

/**
 * Return the part of the pages to which a source belongs that is loaded on request.
 *
 * A part is one file of code and styles, and one file of texts for each language, since a request costs more than some
 * lines of code.  Usually a folder of pages/ is a part.
 */
function partOf(file) {
  const name = basename(file).replace(/\.tsx?$/, "");
  return PARTS[name] ?? basename(dirname(file));
}

const LATER = /\(await import\("(\.[^"]+)"\)\)\.(\w+)/g;
const NOW = /^(?:import|export)\s(?!type\b)[^;]*?from "(\.[^"]+|game-\w+)";$/gm;
const STYLE = /^import "(\.[^"]+\.css)";$/gm;
const QUOTED = /["'`]([a-z][A-Za-z]*\.[^"'`]*)["'`]/g;

/** Results that `once` has computed in this build. */
const memory = new Map();

/** Compute a result once per build. */
function once(what, find) {
  if (!memory.has(what)) {
    memory.set(what, find());
  }
  return memory.get(what);
}

/** Return the file that a source imports by a path. */
function sourceOf(from, name) {
  const path = join(dirname(from), name);
  return [".ts", ".tsx"].map((end) => path + end).find((file) => existsSync(file)) ?? null;
}

/** Return the code of a source and of all its static imports, by file. */
async function closure(file, found = new Map()) {
  if (file !== null && !found.has(file)) {
    const code = await once(`text of ${file}`, () => readFile(file, "utf8"));
    found.set(file, code);
    for (const [, name] of code.matchAll(NOW)) {
      for (const next of name in COLLECTIONS ? await gameFiles(COLLECTIONS[name][0]) : [sourceOf(file, name)]) {
        await closure(next, found);
      }
    }
  }
  return found;
}

/** Return the parts of the pages by name: their exports, and the code of their sources with all imports. */
const pageParts = () =>
  once("parts", async () => {
    const found = new Map();
    const shell = await closure(SHELL_SOURCE);
    const sources = (await readdir(source, { recursive: true })).filter((one) => /(?<!\.d)\.tsx?$/.test(one));
    for (const file of sources.sort().map((one) => join(source, one))) {
      for (const [, path, name] of (await readFile(file, "utf8")).matchAll(LATER)) {
        const asked = sourceOf(file, path);
        const part = found.get(partOf(asked)) ?? { exports: new Set(), all: new Map() };
        part.exports.add(`${name} of ${asked}`);
        await closure(asked, part.all);
        found.set(partOf(asked), part);
      }
    }
    // Collect the files that a part with a table shares with another part.
    const parts = [...found.values()];
    const shared = new Map();
    const rest = [...(await closure(REST_SOURCE))].filter(([file]) => !shell.has(file));
    for (const [file, code] of parts.filter(({ all }) => all.has(TABLE_SOURCE)).flatMap(({ all }) => [...all])) {
      if (!shell.has(file) && parts.filter(({ all }) => all.has(file)).length > 1) {
        shared.set(file, code);
      }
    }
    const first = found.get(FIRST_GAME).all;
    const common = (wanted) => new Map([...shared].filter(([file]) => first.has(file) === wanted));
    return found
      .set(SHELL, { exports: [], all: shell })
      .set(TABLE, { exports: [], all: new Map([...rest, ...common(true)]) })
      .set(MORE, { exports: [], all: common(false) });
  });

/**
 * Load whole parts of the pages, with their texts: `(await import("./Page")).Page` requests the part with the page.
 */
export const chunks = {
  name: "chunks",
  setup(build) {
    build.onStart(() => memory.clear());
    build.onLoad({ filter: /[/\\]src[/\\].*\.tsx?$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const i18n = JSON.stringify(join(source, "lib", "i18n"));
      const parts = await pageParts();
      const asks = code.replace(LATER, (_, from, name) => {
        const file = sourceOf(path, from);
        const part = partOf(file);
        const at = [...parts.get(part).exports].indexOf(`${name} of ${file}`);
        return `(await withTexts("${part}", import("part:${part}"))).e${at}`;
      });
      const loader = path.endsWith("x") ? "tsx" : "ts";
      return asks === code ? undefined : { contents: `import { withTexts } from ${i18n};\n${asks}`, loader };
    });
    build.onResolve({ filter: /^part:/ }, ({ path }) => ({ path: path.slice("part:".length), namespace: "part" }));
    build.onLoad({ filter: /^/, namespace: "part" }, async ({ path }) => {
      const { exports, all } = (await pageParts()).get(path);
      // Let each part import all of the shell and the table: esbuild keeps code in one file if the same parts need it.
      const shared = (await tablesOf(path)).map((name) => `part:${name}`);
      const needs = [SHELL_SOURCE, ...shared, ...([TABLE, MORE].includes(path) ? all.keys() : [])];
      const lines = needs.map((name) => `import ${JSON.stringify(name)};`);
      lines.push(`import "styles:${path}";`);
      // Name the exports by their order: the shell contains these names.
      for (const [at, what] of [...exports].entries()) {
        const [name, file] = what.split(" of ", 2);
        lines.push(`export { ${name} as e${at} } from ${JSON.stringify(file)};`);
      }
      return { contents: lines.join("\n"), resolveDir: source };
    });
  },
};

/** Return the shared parts of tables that a part of the pages needs. */
export async function tablesOf(name) {
  const parts = await pageParts();
  const needs = (table) => [...parts.get(table).all.keys()].some((file) => parts.get(name).all.has(file));
  const tables = { [SHELL]: [], [TABLE]: [], [MORE]: [TABLE] };
  return tables[name] ?? (needs(MORE) ? [TABLE, MORE] : needs(TABLE) ? [TABLE] : []);
}

/**
 * The texts: a chunk for each language and part of the pages. The shell's texts come with the loaders of all other texts
 * in their language, and the English ones are in the shell.
 */
export const catalogues = {
  name: "catalogues",
  setup(build) {
    build.onResolve({ filter: /^text-catalogues$/ }, ({ path }) => ({ path, namespace: "catalogues" }));
    build.onLoad({ filter: /^/, namespace: "catalogues" }, async () => {
      const [first, ...others] = await languages();
      const lines = others.map((language) => `${language}: () => import("texts:${language}/${SHELL}"),`);
      return {
        contents: `import texts, { parts } from "texts:${first}/${SHELL}";
export const catalogues = {
${first}: async () => ({ default: texts, parts }),
${lines.join("\n")}
};`,
      };
    });
    build.onResolve({ filter: /^texts:/ }, ({ path }) => ({ path: path.slice("texts:".length), namespace: "texts" }));
    build.onLoad({ filter: /^/, namespace: "texts" }, async ({ path }) => {
      const [language, name] = path.split("/");
      const [says, known] = [await keysOf(name), name === SHELL ? () => false : await keysOf(SHELL)];
      const texts = Object.values(await parts(language)).flatMap(Object.entries);
      const said = texts.filter(([key]) => says(key) && !known(key));
      const lines = [`export default ${JSON.stringify(Object.fromEntries(said))};`];
      if (name === SHELL) {
        const others = [...(await pageParts()).keys()].filter((part) => ![SHELL, TABLE, MORE].includes(part));
        const loaders = others.map((part) => `"${part}": () => import("texts:${language}/${part}")`);
        lines.push(`export const parts = { ${loaders} };`);
      }
      return { contents: lines.join("\n") };
    });
  },
};

/** Return a function that tests whether a part's sources contain a text's key, or the beginning of a composed key. */
const keysOf = (name) =>
  once(`keys of ${name}`, async () => {
    const whole = new Set();
    const begun = new Set();
    for (const code of (await pageParts()).get(name).all.values()) {
      for (const [, quoted] of code.matchAll(QUOTED)) {
        const [start, rest] = quoted.split("${", 2);
        (rest === undefined ? whole : begun).add(start);
      }
    }
    const games = (await gameFiles()).map((file) => basename(dirname(file)));
    const others = games.includes(name) ? games.filter((game) => game !== name) : [];
    const another = (key) => key.split(".").some((word) => others.includes(word));
    return (key) => whole.has(key) || (!another(key) && [...begun].some((start) => key.startsWith(start)));
  });

/** Return the names of the parts of the pages. */
export const partNames = async () => [...(await pageParts()).keys()];

/** Return the styles that a part of the pages imports, beginning with those of all pages. */
async function stylesOf(name) {
  const found = new Set();
  for (const [file, code] of (await pageParts()).get(name).all) {
    for (const [, path] of code.matchAll(STYLE)) {
      found.add(relative(source, join(dirname(file), path)));
    }
  }
  const general = (file) => Number(file.startsWith("styles"));
  return [...found].sort((one, other) => general(other) - general(one) || (one < other ? -1 : 1));
}

/** The oldest supported browsers: the first with `color-mix` and `:has`. esbuild flattens nested styles for them. */
export const BROWSERS = ["es2022", "chrome111", "firefox121", "safari16.2"];

/** Consecutive declarations whose values depend on the theme. */
const THEMED = /(?: *[\w-]+:\s[^;{}]*light-dark\([^;{}]*;\n)+/g;
/** Replace each `light-dark(A, B)` in declarations by A or by B. */
function lit(lines, dark) {
  const start = lines.indexOf("light-dark(");
  if (start < 0) {
    return lines;
  }
  const parts = [""];
  let [depth, at] = [1, start + "light-dark(".length];
  for (; depth > 0; at++) {
    depth += lines[at] === "(" ? 1 : lines[at] === ")" ? -1 : 0;
    if (depth === 1 && lines[at] === ",") {
      parts.push("");
    } else if (depth > 0) {
      parts[parts.length - 1] += lines[at];
    }
  }
  return lines.slice(0, start) + parts[dark ? 1 : 0].trim() + lit(lines.slice(at), dark);
}

/** Write `light-dark` as two rules: browsers have supported it since May 2024, but schools have older ones. */
export const themes = {
  name: "themes",
  setup(build) {
    build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => {
      const dark = ':root[data-theme="dark"] &, &:root[data-theme="dark"]';
      const contents = (await readFile(path, "utf8")).replace(
        THEMED,
        (lines) => `${lit(lines, false)}@media screen { ${dark} { ${lit(lines, true)} } }\n`,
      );
      return { contents, loader: "css" };
    });
  },
};

/** Return the styles of a part of the pages, except those of the shell and of tables. */
export async function ownStyles(name) {
  const known = new Set(await stylesOf(SHELL));
  for (const file of (await Promise.all((await tablesOf(name)).map(stylesOf))).flat()) {
    known.add(file);
  }
  const files = (await stylesOf(name)).filter((file) => !known.has(file));
  const stdin = { contents: imported(files), loader: "css", resolveDir: source };
  const made = await bundle({
    ...{ stdin, bundle: true, minify: true, write: false, target: BROWSERS, charset: "utf8" },
    plugins: [themes],
  });
  return { text: made.outputFiles[0].text.trim(), files };
}

/** Put the shell's styles into a file, and those of other parts into their code, so that they arrive together. */
export const styles = {
  name: "styles",
  setup(build) {
    build.onResolve({ filter: /^(shell-styles$|styles:)/ }, ({ path }) => ({ path, namespace: "styles" }));
    build.onLoad({ filter: /^/, namespace: "styles" }, async ({ path }) => {
      if (path === "shell-styles") {
        return { contents: imported(await stylesOf(SHELL)), loader: "css", resolveDir: source };
      }
      const name = path.slice("styles:".length);
      const { text, files } = await ownStyles(name);
      if (files.length === 0) {
        return { contents: "" };
      }
      const adopt = JSON.stringify(join(source, "lib", "lazy"));
      const css = JSON.stringify(text);
      const watchFiles = files.map((file) => join(source, file));
      return {
        contents: `import { adopt } from ${adopt};\nadopt("${{ [TABLE]: "", [MORE]: "-" }[name] ?? name}", ${css});`,
        resolveDir: source,
        watchFiles,
      };
    });
    build.onResolve({ filter: /\.css$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "elsewhere" } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "elsewhere" }, () => ({ contents: "" }));
  },
};

const imported = (files) => files.map((file) => `@import "./${file}";`).join("\n");
