/** Made by `make schema`; changes belong into the Python sources. */
export const LIMITS = {
  "board": 1000,
  "solved": 60,
  "solved-alone": 49
} as const;
