declare module "*.css";

/** A small picture that comes with the code. */
declare module "*.svg" {
  const address: string;
  export default address;
}

/** A program for WebAssembly: the name of its file. */
declare module "*.wasm" {
  const name: string;
  export default name;
}

/** Made by build.mjs: what each `pages/NAME/index.ts` exports. */
declare module "game-pages" {
  export const games: readonly import("./pages/declaration").GamePages[];
}

/** Made by build.mjs: what each `pages/NAME/answering.ts` exports, by NAME. */
declare module "game-answers" {
  export const games: Readonly<Record<string, import("./answers/declaration").Answers>>;
}

/** Made by build.mjs: the texts. */
declare module "text-catalogues" {
  type Part = Partial<import("./texts/catalogues").En>;
  /** By the tag of a language, a folder of `texts/`, and the part of the pages that says them; English is first. */
  export const catalogues: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: Part }>>>>>;
  /** The part that the first page and the frame of all pages need. */
  export const shell: string;
}
