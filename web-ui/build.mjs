// Builds the bundle: src/ and public/ -> src/perfectplay/web/static/ (or --out DIR).  --watch builds again on changes.
// The same sources give the same bytes, wherever the checkout lies: no times and no paths in the output; the names of
// chunks, which are loaded when a page or a language is asked for, have a hash of what is in them.
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build, context } from "esbuild";
import { answers, catalogues, chunks, games, styles } from "./plugins.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string" }, watch: { type: "boolean", default: false } } });
const out = values.out ? resolve(values.out) : join(here, "..", "src", "perfectplay", "web", "static");

/** Replaces a file at once, so that a reader never sees half of it. */
async function replace(name, contents) {
  const temporary = join(out, `.${name}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, join(out, name));
}

/** Calls the shell app.js: esbuild keeps it in a chunk, since all parts need it, and app.js would only ask for that. */
function named(files) {
  const [, chunk] = /^import"\.\/(chunk-\w+\.js)";\n?$/.exec(new TextDecoder().decode(files.get("app.js"))) ?? [];
  if (chunk === undefined) {
    throw new Error("app.js is more than a request for the shell");
  }
  files.set("app.js", files.get(chunk));
  files.delete(chunk);
  for (const [name, contents] of files) {
    if (name.endsWith(".js")) {
      files.set(name, new TextDecoder().decode(contents).replaceAll(`"./${chunk}"`, '"./app.js"'));
    }
  }
  return files;
}

/** Writes what esbuild made, what is copied, and the licence of what is built in; removes what is no longer made. */
async function write(outputFiles) {
  const files = named(new Map(outputFiles.map((file) => [basename(file.path), file.contents])));
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
  target: "es2022",
  charset: "utf8",
  // The typeface is copied from public/: its address in the styles stays as it is.
  external: ["*.woff2"],
  loader: { ".svg": "dataurl", ".wasm": "file" },
  assetNames: "[name]-[hash]",
  legalComments: "none",
  logLevel: "warning",
};

/** Workers are one file each, for not every browser lets them import others; and so is what the documentation loads. */
async function single() {
  const entryPoints = [
    { in: "src/answers/worker.ts", out: "answers" },
    { in: "src/site/sw.ts", out: "site-sw" },
    { in: "src/site/docs.ts", out: "site-docs" },
    { in: "src/pages/proof/worker.ts", out: "check-worker" },
  ];
  return (await build({ ...common, entryPoints, format: "iife", plugins: [answers] })).outputFiles;
}

const bundler = await context({
  ...common,
  entryPoints: [
    { in: "src/main.tsx", out: "app" },
    { in: "shell-styles", out: "app" },
    // Of a site without a server.
    { in: "src/site/worker.ts", out: "site-worker" },
  ],
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  splitting: true,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [
    games,
    catalogues,
    chunks,
    styles,
    {
      name: "write",
      setup(build) {
        build.onEnd(async (result) =>
          result.errors.length ? undefined : write([...result.outputFiles, ...(await single())]),
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
    // esbuild has said what is wrong.
    process.exitCode = 1;
  }
  await bundler.dispose();
}
