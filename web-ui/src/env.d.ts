declare module "*.css";

/** Made by build.mjs: what each `pages/NAME/index.ts` exports. */
declare module "game-pages" {
  export const games: readonly import("./lib/games").GamePages[];
}

/** Made by build.mjs: the texts of each language, a folder of `texts/`, by its tag; English is first. */
declare module "text-catalogues" {
  export const catalogues: Readonly<Record<string, () => Promise<{ default: import("./texts/catalogues").En }>>>;
}
