/** Made by `make schema`; changes belong into the Python sources. */
export const LIMITS = {
  "coins": 60,
  "characters": 12
} as const;
