/** Made by `make schema`; changes belong into the Python sources. */
export const FIRST_DAY = "2026-01-01" as const;
