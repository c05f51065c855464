/** Made by `make schema`; changes belong into the Python sources. */
export const LIMITS = {
  "numbers": 8,
  "card": 1000000,
  "target": 1000000,
  "targets": 5000,
  "points": 10,
  "away": 10
} as const;
