/** Made by `make schema`; changes belong into the Python sources. */
export const LAB = {
  "ties": {
    "largest": {
      "low": 2,
      "fallback": 4
    },
    "length": {
      "low": 4,
      "fallback": 20
    },
    "measure": {
      "fallback": "count"
    },
    "lengths": {
      "fallback": "even"
    }
  }
} as const;
