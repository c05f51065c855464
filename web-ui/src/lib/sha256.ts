/** SHA-256 (FIPS 180-4) in hexadecimal. Browsers offer it only over https or on the same computer. */

/** Return the first 32 fractional bits of a root. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const prime = (n: number): boolean => Array.from({ length: n - 2 }, (_, i) => i + 2).every((d) => n % d !== 0);
const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2).filter(prime);
const ROUNDS = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): string {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      const [a, b] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
      words[i] =
        i < 16
          ? view.getUint32(block + 4 * i)
          : (words[i - 16] ?? 0) +
            (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
            (words[i - 7] ?? 0) +
            (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const one =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] ?? 0) + word;
    });
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}
