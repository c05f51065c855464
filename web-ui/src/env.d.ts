declare module "*.css";

/** Made by build.mjs: what each `pages/NAME/index.ts` exports. */
declare module "game-pages" {
  export const games: readonly import("./pages/declaration").GamePages[];
}

/** Made by build.mjs: the texts. */
declare module "text-catalogues" {
  type Part = Partial<import("./texts/catalogues").En>;
  /** By the tag of a language, a folder of `texts/`, and the part, a file of it; English is first. */
  export const catalogues: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: Part }>>>>>;
  /** The parts that the first page and the frame of all pages need. */
  export const shell: readonly string[];
}
