// Runs tests/*.test.ts, or one named test file, with Node's own test runner.  The tests are bundled first, because old
// versions of Node cannot read TypeScript.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { catalogues, chunks, collections, styles } from "./plugins.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const ending = `${process.argv[2] ?? ""}.test.ts`;
const tests = (await readdir(join(here, "tests"))).filter((name) => name.endsWith(ending)).sort();
const out = await mkdtemp(join(tmpdir(), "perfectplay-pages-"));
try {
  await build({
    absWorkingDir: here,
    entryPoints: tests.map((name) => join("tests", name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "dataurl", ".wasm": "file" },
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [collections, catalogues, chunks, styles],
  });
  const files = tests.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  // Thousands of instances of WebAssembly each start the garbage collector, whose threads take almost half of the time.
  const options = ["--single-threaded-gc", "--test"];
  process.exitCode = spawnSync(process.execPath, [...options, ...files], { cwd: here, stdio: "inherit" }).status ?? 1;
} finally {
  await rm(out, { recursive: true });
}
