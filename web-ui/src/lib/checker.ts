/**
 * A checker in C, compiled to WebAssembly; `checkers/pages/page.h` describes its interface.
 *
 * The checker exits at the first broken rule, and its instance cannot be used again. A new instance then checks the
 * next certificate, after rereading the valid certificates, which it may cite.
 */

/** The verdicts, in the order of the enumeration in C. The command-line checker prints the same words. */
export const WORDS = ["valid", "NOT valid", "not examined"] as const;

export interface Verdict {
  word: (typeof WORDS)[number];
  /** The proven statement, or the reason for the refusal. */
  text: string;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly page_room: (length: number) => number;
  readonly page_check: (length: number) => void;
  readonly page_verdict: () => number;
}

export class Checker {
  readonly #module: WebAssembly.Module;
  readonly #valid: Uint8Array[] = [];
  #exports: Exports | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Check the text of a certificate, which may cite earlier valid ones. Throws if there is no verdict. */
  check(text: Uint8Array): Verdict {
    if (this.#exports === null) {
      this.#exports = new WebAssembly.Instance(this.#module).exports as unknown as Exports;
      this.#exports._initialize();
      for (const cited of this.#valid) {
        this.#run(this.#exports, cited);
      }
    }
    const verdict = this.#run(this.#exports, text);
    if (verdict.word === "valid") {
      this.#valid.push(text);
    } else {
      this.#exports = null;
    }
    return verdict;
  }

  #run(exports: Exports, text: Uint8Array): Verdict {
    const room = exports.page_room(text.length);
    if (room === 0) {
      return this.#verdict(exports);
    }
    new Uint8Array(exports.memory.buffer, room, text.length).set(text);
    try {
      exports.page_check(text.length);
    } catch (error) {
      const verdict = this.#verdict(exports);
      if (verdict.word === "valid") {
        // The program failed without giving a verdict.
        throw error;
      }
      return verdict;
    }
    return this.#verdict(exports);
  }

  #verdict(exports: Exports): Verdict {
    const bytes = new Uint8Array(exports.memory.buffer, exports.page_verdict());
    const word = WORDS[bytes[0] ?? -1] as Verdict["word"];
    return { word, text: new TextDecoder().decode(bytes.slice(4, bytes.indexOf(0, 4))) };
  }
}
