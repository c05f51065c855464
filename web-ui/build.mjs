// Builds the bundle: src/ and public/ -> src/perfectplay/web/static/ (or --out DIR).  --watch builds again on changes.
// The same sources give the same bytes in every checkout, because the output contains no times or paths.  Chunks load
// when a page or a language is requested; their names contain a hash of their content.
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build, context } from "esbuild";
import {
  BROWSERS,
  catalogues,
  chunks,
  collections,
  ownStyles,
  partNames,
  styles,
  tablesOf,
  themes,
} from "./plugins.mjs";
import { FOLDER, prerender } from "./prerender.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string" }, watch: { type: "boolean", default: false } } });
const out = values.out ? resolve(values.out) : join(here, "..", "src", "perfectplay", "web", "static");

/** Replace a file atomically, so that a reader never sees half of it. */
async function replace(name, contents) {
  const temporary = join(out, `.${name}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, join(out, name));
}

/** Return the name of the shell's chunk. All parts need the shell, so esbuild makes app.js only import this chunk. */
function shellOf(files) {
  const [, chunk] = /^import"\.\/(chunk-\w+\.js)";\n?$/.exec(new TextDecoder().decode(files.get("app.js"))) ?? [];
  if (chunk === undefined) {
    throw new Error("app.js is more than a request for the shell");
  }
  return chunk;
}

/** The exports of a chunk, as the last statement of its code. */
const EXPORTS = /export\{([^}]*)\};\s*$/;

/** Rename the shell's chunk to app.js, and let it export each name as it is: esbuild's other names only cost bytes. */
function named(files, chunk) {
  const code = new TextDecoder().decode(files.get(chunk));
  const own = new Map(
    EXPORTS.exec(code)[1]
      .split(",")
      .map((name) => name.split(" as ").reverse()),
  );
  files.delete(chunk);
  files.set(
    "app.js",
    code.replace(EXPORTS, () => `export{${[...own].map(([said, name = said]) => name)}};\n`),
  );
  const imports = new RegExp(`import\\{([^}]*)\\}from"\\./${chunk}"`, "g");
  for (const [name, contents] of files) {
    if (name.endsWith(".js") && name !== "app.js") {
      const renamed = new TextDecoder().decode(contents).replace(imports, (_, list) => {
        const names = list.split(",").map((each) => each.split(" as "));
        return `import{${names.map(([said, here = said]) => `${own.get(said) ?? said} as ${here}`)}}from"./app.js"`;
      });
      files.set(name, renamed.replaceAll(`"./${chunk}"`, '"./app.js"'));
    }
  }
  return files;
}

/** Yield the files of a part of the pages or its texts, with all imports except the shell, which is app.js. */
function* needed({ outputs }, entry) {
  const found = new Set(Object.keys(outputs).filter((name) => outputs[name].entryPoint === entry));
  for (const name of found) {
    for (const { path, kind } of outputs[name].imports) {
      if (kind === "import-statement") {
        found.add(path);
      }
    }
    yield name;
  }
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/**
 * Return the files of the pages of a site without a server, by name.  Each page is shown before its scripts arrive.
 * All scripts and styles start loading together instead of in sequence.  `perfectplay site` writes the files, and adds
 * the same security policy as the server.
 */
async function sitePages(metafile, shell) {
  const frame = (await readFile(join(here, "public", "index.html"), "utf8")).replaceAll(
    '"/static/',
    `"${FOLDER}static/`,
  );
  const opened = await readFile(join(here, "src", "site", "opened.html"), "utf8");
  const parts = await partNames();
  const { pages, questions } = await prerender(here);
  const told = [...new Set(pages.map(({ language }) => language))].join(" ");
  const names = [...new Set(pages.map(({ page }) => page))];
  const styles = {};
  const files = {};
  for (const { page, language, title, description, html, looks } of pages) {
    // Use the part of the page's own name if there is one, else that of its folder in pages/.
    const part = page.split("/").findLast((name, at) => at === 0 || (parts.includes(name) && !names.includes(name)));
    const own = ["site", ...(parts.includes(part) ? [part] : [])];
    const entries = [
      `texts:${language}/shell`,
      ...own.flatMap((name) => [`part:${name}`, `texts:${language}/${name}`]),
    ];
    const scripts = new Set(entries.flatMap((entry) => [...needed(metafile, entry)]));
    scripts.delete(shell);
    const style = `static/site-${own.at(-1)}.css`;
    const imports = new Set(["site", ...(await tablesOf(own.at(-1))), ...own]);
    styles[style] ??= new Set(await Promise.all([...imports].map(async (name) => (await ownStyles(name)).text)));
    for (const look of looks) {
      styles[style].add(look);
    }
    const folders = [...(told.startsWith(language) ? [] : [language]), ...page.split("/")].filter(Boolean);
    const up = "../".repeat(folders.length) || "./";
    files[[...folders, "index.html"].join("/")] = frame
      .replace(
        '<html lang="en">',
        `<html lang="${language}" data-site="${up}" data-languages="${told}" data-pages="${names.join(" ")}" data-docs>`,
      )
      .replace(
        "<title>perfectplay</title>",
        `<meta http-equiv="Content-Security-Policy" content="">
<meta name="referrer" content="no-referrer">
<link rel="expect" href="#opened" blocking="render">
<script async blocking="render" src="${FOLDER}static/site-first.js"></script>
<title>${escaped(title)} · perfectplay</title>`,
      )
      .replace(/(?<=name="description" content=")[^"]*/, () => escaped(description))
      .replace('rel="preload"', 'rel="later"')
      .replace(
        /<script type="module" src="(.*)"><\/script>/,
        [
          `<link rel="stylesheet" href="${FOLDER}${style}">`,
          ...[...scripts].map((name) => `<link rel="later" href="${FOLDER}static/${name}">`),
          '<link rel="later" href="$1">',
        ].join("\n"),
      )
      .replace(/(?<=<noscript[^>]*>).*(?=<\/noscript>)/, "This page needs JavaScript.")
      .replace('<div id="app"></div>', () => `<div id="app" data-waits>${html}${opened}</div>`)
      .replaceAll(FOLDER, up);
  }
  const sheets = Object.entries(styles).map(([name, rules]) => [name, [...rules].join("")]);
  return {
    "site-pages.json": JSON.stringify({ ...Object.fromEntries(sheets), ...files }, null, 1),
    "site-questions.json": JSON.stringify(questions, null, 1),
  };
}

/** Write esbuild's output, copied files, and the licence of bundled packages; remove files of older builds. */
async function write(outputFiles, metafile) {
  const made = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const shell = shellOf(made);
  const files = named(made, shell);
  for (const [name, contents] of Object.entries(await sitePages(metafile, shell))) {
    files.set(name, contents);
  }
  for (const name of (await readdir(join(here, "public"))).sort()) {
    files.set(name, await readFile(join(here, "public", name)));
  }
  const preact = join(here, "node_modules", "preact");
  const { version } = JSON.parse(await readFile(join(preact, "package.json"), "utf8"));
  const licence = (await readFile(join(preact, "LICENSE"), "utf8")).trim();
  const typeface = "The typeface is Figtree 2.001, https://github.com/erikdkennedy/figtree; its licence is in OFL.txt.";
  const programs = (await readFile(join(here, "LICENSES-wasm.txt"), "utf8")).trim();
  files.set(
    "LICENSES.txt",
    `The scripts contain Preact ${version}, https://preactjs.com\n\n${licence}\n\n${typeface}\n\n${programs}\n`,
  );
  await mkdir(out, { recursive: true });
  for (const [name, contents] of files) {
    await replace(name, contents);
  }
  for (const name of await readdir(out)) {
    if (!files.has(name) && !name.startsWith(".")) {
      await rm(join(out, name), { recursive: true });
    }
  }
  console.log([...files].map(([name, contents]) => `${name} ${contents.length}`).join(", "));
}

const common = {
  absWorkingDir: here,
  outdir: ".",
  write: false,
  bundle: true,
  minify: true,
  target: BROWSERS,
  charset: "utf8",
  // The typeface is copied from public/, so its address in the styles stays unchanged.
  external: ["*.woff2"],
  loader: { ".svg": "dataurl", ".wasm": "file" },
  assetNames: "[name]-[hash]",
  legalComments: "none",
  logLevel: "warning",
};

/** Build workers as one file each, since not every browser lets them import others; and scripts of other pages. */
async function single() {
  const entryPoints = [
    { in: "src/answers/worker.ts", out: "answers" },
    { in: "src/site/first.ts", out: "site-first" },
    { in: "src/site/sw.ts", out: "site-sw" },
    { in: "src/offline/sw.ts", out: "sw" },
    { in: "src/site/docs.ts", out: "site-docs" },
    { in: "src/pages/proof/worker.ts", out: "check-worker" },
  ];
  return (await build({ ...common, entryPoints, format: "iife", plugins: [collections] })).outputFiles;
}

const bundler = await context({
  ...common,
  entryPoints: [
    { in: "src/main.tsx", out: "app" },
    { in: "shell-styles", out: "app" },
    // This worker runs Python in a site without a server.
    { in: "src/site/worker.ts", out: "site-worker" },
  ],
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  splitting: true,
  metafile: true,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [
    themes,
    collections,
    catalogues,
    chunks,
    styles,
    {
      name: "write",
      setup(build) {
        build.onEnd(async (result) =>
          result.errors.length ? undefined : write([...result.outputFiles, ...(await single())], result.metafile),
        );
      },
    },
  ],
});
if (values.watch) {
  await bundler.watch();
} else {
  try {
    await bundler.rebuild();
  } catch {
    // Only set the exit status, because esbuild has printed the error.
    process.exitCode = 1;
  }
  await bundler.dispose();
}
