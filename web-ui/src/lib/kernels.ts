/**
 * Calls the kernels in C, compiled to WebAssembly. Their arguments and results are numbers and arrays.
 *
 * Each kernel is declared once, in Python; `make schema` copies the declarations to `generated/kernels.ts`. Integers of
 * 64 bits are bigints here, and arrays are flat.
 */
import { KERNELS } from "../generated/kernels";

/** Maps the C name of each item type to the type of its arrays. */
interface Arrays {
  bool: Uint8Array;
  uint8_t: Uint8Array;
  int16_t: Int16Array;
  int64_t: BigInt64Array;
  uint64_t: BigUint64Array;
}

type Items = keyof Arrays;
type Typed = Arrays[Items];

const ARRAYS: Readonly<Record<Items, new (length: number) => Typed>> = {
  bool: Uint8Array,
  uint8_t: Uint8Array,
  int16_t: Int16Array,
  int64_t: BigInt64Array,
  uint64_t: BigUint64Array,
};

interface Shaped {
  readonly items: Items;
  readonly shape: readonly string[];
  readonly written?: true;
}

/** The type of every kernel's declaration. */
interface Declaration {
  readonly given: Readonly<Record<string, "int" | "bool" | Shaped>>;
  readonly sizes: Readonly<Record<string, readonly [array: string, divisor: number]>>;
  readonly results: readonly ("int" | "bool" | { readonly items: Items })[];
}

const DECLARED: Readonly<Record<string, Declaration>> = KERNELS;

/** The name of a kernel, which is also the name of its function in C. */
type Kernel = keyof typeof KERNELS;

type Argument<A> = A extends { readonly items: infer I extends Items }
  ? Arrays[I] | Held<Arrays[I]>
  : A extends "bool"
    ? boolean
    : number | bigint;

/** The arguments of a kernel, by their names in its declaration. */
export type Given<K extends Kernel> = {
  readonly [A in keyof (typeof KERNELS)[K]["given"]]: Argument<(typeof KERNELS)[K]["given"][A]>;
};

type Outcomes<R> = {
  readonly [I in keyof R]: R[I] extends { readonly items: infer A extends Items }
    ? Arrays[A]
    : R[I] extends "bool"
      ? boolean
      : bigint;
};

/** The results of a kernel. */
export type Results<K extends Kernel> = Outcomes<(typeof KERNELS)[K]["results"]>;

/** An array that stays in the kernels' memory, so that several calls can use it without copying. */
export class Held<T extends Typed> {
  /** A property without a value, so that TypeScript distinguishes arrays with different types of items. */
  declare readonly type: T;

  constructor(
    readonly pointer: number,
    readonly length: number,
  ) {}
}

/** Copies an array to the kernels' memory. */
export type Hold = <T extends Typed>(array: T) => Held<T>;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly calloc: (count: number, size: number) => number;
  readonly free: (pointer: number) => void;
  readonly _initialize: () => void;
}

/** Bytes of the largest result, the struct `Array` of kernels.h: an address and two 64-bit counts. */
const RESULT = 24;
const COUNT = 8;
const NO_MEMORY = 1;

/** Return the value of a dimension such as "2 * n + 1". */
function evaluated(dimension: string, sizes: ReadonlyMap<string, number>): number {
  const product = (term: string): number =>
    term.split(" * ").reduce((all, factor) => all * (sizes.get(factor) ?? Number(factor)), 1);
  return dimension.split(" + ").reduce((sum, term) => sum + product(term), 0);
}

/** Return whether an array fits a shape. A dimension with ".." stands for that length or more. */
function fits(length: number, shape: readonly string[], sizes: ReadonlyMap<string, number>): boolean {
  const wanted = shape.reduce((all, dimension) => all * evaluated(dimension.replace("..", ""), sizes), 1);
  return length === wanted || (length > wanted && wanted >= 0 && shape.join().endsWith(".."));
}

/** Convert an integer to a signed 64-bit integer. */
function integer(value: number | bigint): bigint {
  const whole = BigInt(value);
  if (whole !== BigInt.asIntN(64, whole)) {
    throw new RangeError(`64 bits cannot hold ${whole}`);
  }
  return whole;
}

function bytesOf(array: Typed): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

export class Kernels {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Compile the bytes of `kernels.wasm`, which the caller has fetched or read. */
  static async compile(bytes: BufferSource): Promise<Kernels> {
    const { instance } = await WebAssembly.instantiate(bytes);
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Kernels(exports);
  }

  /** Run a function that keeps arrays in the kernels' memory, and free them when it returns. */
  keep<R>(run: (hold: Hold) => R): R {
    const pointers: number[] = [];
    const hold: Hold = (array) => {
      // Allocate at least one byte, because an empty array needs an address too.
      const pointer = this.#exports.calloc(Math.max(array.byteLength, 1), 1);
      if (pointer === 0) {
        throw new RangeError(`no memory for ${array.byteLength} bytes`);
      }
      pointers.push(pointer);
      this.#bytes(pointer, array.byteLength).set(bytesOf(array));
      return new Held(pointer, array.length);
    };
    try {
      return run(hold);
    } finally {
      for (const pointer of pointers) {
        this.#exports.free(pointer);
      }
    }
  }

  /**
   * Call a kernel.
   *
   * Throws a RangeError if an argument does not fit its declaration, if a kernel would access an array out of range,
   * or if the 1 GiB for all arrays is used up.
   */
  call<K extends Kernel>(kernel: K, given: Given<K>): Results<K> {
    const { given: declared, sizes, results } = DECLARED[kernel] as Declaration;
    const values = given as Readonly<Record<string, number | bigint | boolean | Typed | Held<Typed>>>;
    const integers = Object.keys(declared).filter((name) => declared[name] === "int");
    const known = new Map(integers.map((name) => [name, Number(values[name])]));
    for (const [size, [array, divisor]] of Object.entries(sizes)) {
      known.set(size, (values[array] as Typed).length / divisor);
    }
    for (const [name, kind] of Object.entries(declared)) {
      const length = (values[name] as Typed).length;
      if (typeof kind === "object" && !fits(length, kind.shape, known)) {
        throw new RangeError(`${kernel}: ${name} has ${length} items; it must have ${kind.shape.join(" * ")}`);
      }
    }
    return this.keep((hold) => {
      const written: [Typed, number][] = [];
      const passed = Object.entries(declared).map(([name, kind]) => {
        const value = values[name];
        if (kind === "int") {
          return integer(value as number | bigint);
        }
        if (kind === "bool") {
          return Number(value);
        }
        if (value instanceof Held) {
          return value.pointer;
        }
        const { pointer } = hold(value as Typed);
        if (kind.written) {
          written.push([value as Typed, pointer]);
        }
        return pointer;
      });
      const counts = Object.keys(sizes).map((size) => integer(known.get(size) ?? Number.NaN));
      const outcomes = results.map(() => hold(new Uint8Array(RESULT)).pointer);
      const run = (this.#exports as unknown as Record<Kernel, (...all: unknown[]) => number>)[kernel];
      const status = run(...passed, ...counts, ...outcomes);
      // Read the results of failed calls too: a kernel that fails also leaves arrays to free.
      const found = results.map((kind, at) => this.#result(kind, outcomes[at] as number));
      if (status !== 0) {
        throw new RangeError(`${kernel}: ${status === NO_MEMORY ? "no memory" : "a size or a place is out of range"}`);
      }
      for (const [array, pointer] of written) {
        bytesOf(array).set(this.#bytes(pointer, array.byteLength));
      }
      return found as unknown as Results<K>;
    });
  }

  /** Return a view of a part of the memory; the next allocation may invalidate it. */
  #bytes(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, pointer, length);
  }

  #result(kind: Declaration["results"][number], at: number): bigint | boolean | Typed {
    const view = new DataView(this.#exports.memory.buffer, at, RESULT);
    if (kind === "int") {
      return view.getBigInt64(0, true);
    }
    if (kind === "bool") {
      return view.getUint8(0) !== 0;
    }
    const array = new ARRAYS[kind.items](Number(view.getBigInt64(COUNT, true)));
    const pointer = view.getUint32(0, true);
    bytesOf(array).set(this.#bytes(pointer, array.byteLength));
    this.#exports.free(pointer);
    return array;
  }
}
