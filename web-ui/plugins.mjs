// What the pages find by looking: the games with pages of their own, the languages, the styles.  Plugins for esbuild.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { languages, texts } from "./texts.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "src");

/** The games with pages of their own: folders of src/pages that have an index.ts. */
export const games = {
  name: "games",
  setup(build) {
    const folder = join(source, "pages");
    build.onResolve({ filter: /^game-pages$/ }, ({ path }) => ({ path, namespace: "games" }));
    build.onLoad({ filter: /^/, namespace: "games" }, async () => {
      const names = (await readdir(folder)).filter((name) => existsSync(join(folder, name, "index.ts"))).sort();
      const lines = names.map((name, i) => `import { game as g${i} } from "./${name}/index";`);
      return {
        contents: `${lines.join("\n")}\nexport const games = [${names.map((_, i) => `g${i}`)}];`,
        resolveDir: folder,
      };
    });
  },
};

/** The languages, one chunk of texts for each. */
export const catalogues = {
  name: "catalogues",
  setup(build) {
    build.onResolve({ filter: /^text-catalogues$/ }, ({ path }) => ({ path, namespace: "catalogues" }));
    build.onLoad({ filter: /^/, namespace: "catalogues" }, async () => {
      const lines = (await languages()).map((language) => `${language}: () => import("texts-${language}"),`);
      return { contents: `export const catalogues = {\n${lines.join("\n")}\n};` };
    });
    build.onResolve({ filter: /^texts-/ }, ({ path }) => ({ path, namespace: "texts" }));
    build.onLoad({ filter: /^/, namespace: "texts" }, async ({ path }) => {
      const contents = JSON.stringify(await texts(path.replace("texts-", "")));
      return { contents, loader: "json" };
    });
  },
};

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
