/** Made by `make schema`; changes belong into the Python sources. */
export const LAB = {
  "leads": {
    "most": {
      "low": 6,
      "fallback": 30
    }
  }
} as const;
