/**
 * Random numbers as in Python's `random.Random`, seeded with a text or a number.
 *
 * The same seed gives the same numbers in the pages and in the library, so an opponent makes the same moves in both.
 *
 * Sources: FIPS 180-4 for SHA-512; M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM Transactions on Modeling and
 * Computer Simulation 8 (1998).
 */

const MASK = 2n ** 64n - 1n;

/** Return the square or cube root of a number, rounded down. */
function root(number: bigint, power: 2 | 3): bigint {
  let [low, high] = [0n, 2n ** 80n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    [low, high] = middle ** BigInt(power) <= number ? [middle, high] : [low, middle - 1n];
  }
  return low;
}

/** Return the constants of SHA-512: the first 64 fractional bits of square or cube roots of the first primes. */
function constants(count: number, power: 2 | 3): bigint[] {
  const primes: bigint[] = [];
  for (let number = 2n; primes.length < count; number += 1n) {
    if (primes.every((prime) => number % prime !== 0n)) {
      primes.push(number);
    }
  }
  return primes.map((prime) => root(prime << BigInt(64 * power), power) & MASK);
}

const turned = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MASK;

function word(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer).getBigUint64(at);
}

/** Return the SHA-512 hash of some bytes as a number of 512 bits. */
function sha512(bytes: Uint8Array): bigint {
  const padded = new Uint8Array((((bytes.length + 16) >> 7) + 1) << 7);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(8 * bytes.length));
  const rounds = constants(80, 3);
  let state = constants(8, 2);
  for (let block = 0; block < padded.length; block += 128) {
    const words = Array.from({ length: 16 }, (_, at) => word(padded, block + 8 * at));
    for (let at = 16; at < 80; at += 1) {
      const [x = 0n, y = 0n, z = 0n, v = 0n] = [words[at - 15], words[at - 2], words[at - 16], words[at - 7]];
      const one = turned(x, 1n) ^ turned(x, 8n) ^ (x >> 7n);
      const other = turned(y, 19n) ^ turned(y, 61n) ^ (y >> 6n);
      words.push((z + one + v + other) & MASK);
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    for (const [at, constant] of rounds.entries()) {
      const choice = (e & f) ^ (~e & MASK & g);
      const first = h + (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) + choice + constant + (words[at] ?? 0n);
      const second = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((added, at) => ((state[at] ?? 0n) + added) & MASK);
  }
  return state.reduce((all, part) => (all << 64n) | part, 0n);
}

const SIZE = 624;
const MIDDLE = 397;

/** A source of random numbers. */
export class Chance {
  readonly #state = new Uint32Array(SIZE);
  #at = SIZE;

  /** Create a source from a seed: a text, or a number that is not negative. */
  constructor(seed: string | bigint) {
    let number = typeof seed === "bigint" ? seed : 0n;
    if (typeof seed === "string") {
      const bytes = new TextEncoder().encode(seed);
      number = (bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) << 512n) | sha512(bytes);
    }
    const key: number[] = [];
    do {
      key.push(Number(number & 0xffffffffn));
      number >>= 32n;
    } while (number > 0n);
    this.#fill(key);
  }

  #fill(key: readonly number[]): void {
    const state = this.#state;
    const mixed = (at: number, factor: number): number => {
      const before = state[at - 1] ?? 0;
      return Math.imul(before ^ (before >>> 30), factor);
    };
    state[0] = 19650218;
    for (let at = 1; at < SIZE; at += 1) {
      state[at] = mixed(at, 1812433253) + at;
    }
    let place = 1;
    const step = (value: number): void => {
      state[place] = value;
      place += 1;
      if (place === SIZE) {
        state[0] = state[SIZE - 1] ?? 0;
        place = 1;
      }
    };
    state[0] = 19650218;
    for (let time = 0; time < Math.max(SIZE, key.length); time += 1) {
      const at = time % key.length;
      step(((state[place] ?? 0) ^ mixed(place, 1664525)) + (key[at] ?? 0) + at);
    }
    for (let time = 1; time < SIZE; time += 1) {
      step(((state[place] ?? 0) ^ mixed(place, 1566083941)) - place);
    }
    state[0] = 0x80000000;
  }

  /** Return the next 32 bits. */
  #next(): number {
    const state = this.#state;
    if (this.#at === SIZE) {
      for (let at = 0; at < SIZE; at += 1) {
        const both = ((state[at] ?? 0) & 0x80000000) | ((state[(at + 1) % SIZE] ?? 0) & 0x7fffffff);
        state[at] = (state[(at + MIDDLE) % SIZE] ?? 0) ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
      }
      this.#at = 0;
    }
    let bits = state[this.#at] ?? 0;
    this.#at += 1;
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  }

  /** Return a number from 0 to `count - 1`; `count` is at most 2^31. */
  below(count: number): number {
    const unused = Math.clz32(count);
    for (;;) {
      const number = this.#next() >>> unused;
      if (number < count) {
        return number;
      }
    }
  }
}
