declare module "*.css";

/** Made by build.mjs: what each `pages/NAME/index.ts` exports. */
declare module "game-pages" {
  export const games: readonly import("./lib/games").GamePages[];
}
