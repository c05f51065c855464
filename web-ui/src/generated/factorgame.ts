/** Made by `make schema`; changes belong into the Python sources. */
export const LIMITS = {
  "board": 1000,
  "solved": 60,
  "solved-alone": 49,
  "proven": 50
} as const;
