/** Made by `make schema`; changes belong into the Python sources. */
export const SENT = {
  "/proof/check": 8000000
} as const;
