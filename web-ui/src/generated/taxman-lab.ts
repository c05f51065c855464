/** Made by `make schema`; changes belong into the Python sources. */
export const LAB = {
  "scores": {
    "from": {
      "low": 2,
      "fallback": 10
    },
    "to": {
      "low": 2,
      "fallback": 250
    },
    "measure": {
      "fallback": "share"
    },
    "bounds": {
      "fallback": "half,primes,matching"
    }
  },
  "strategies": {
    "from": {
      "low": 2,
      "fallback": 10
    },
    "to": {
      "low": 2,
      "fallback": 200
    }
  },
  "tree": {
    "n": {
      "low": 2,
      "fallback": 420
    },
    "cuts": {
      "fallback": "all"
    },
    "time-limit": {
      "low": 1.0,
      "fallback": 20.0
    }
  },
  "cover": {
    "n": {
      "low": 2,
      "fallback": 40
    }
  }
} as const;
