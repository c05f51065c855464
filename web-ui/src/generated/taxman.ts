/** Made by `make schema`; changes belong into the Python sources. */
export const LIMITS = {
  "pot": 2000
} as const;
