/** Made by `make schema`; changes belong into the Python sources. */
export const KERNELS = {
  "coins_absolute_sum": {
    "given": {
      "coins": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "limit": "int"
    },
    "sizes": {
      "n": [
        "coins",
        1
      ]
    },
    "results": [
      "int",
      "int"
    ]
  },
  "coins_push": {
    "given": {
      "stack": {
        "items": "int64_t",
        "shape": [
          "size + n.."
        ],
        "written": true
      },
      "size": "int",
      "coins": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      }
    },
    "sizes": {
      "n": [
        "coins",
        1
      ]
    },
    "results": [
      "int"
    ]
  },
  "coins_reduced_margin": {
    "given": {
      "stack": {
        "items": "int64_t",
        "shape": [
          "high.."
        ]
      },
      "low": "int",
      "high": "int"
    },
    "sizes": {},
    "results": [
      "int"
    ]
  },
  "coins_finish": {
    "given": {
      "stack": {
        "items": "int64_t",
        "shape": [
          "size + 1.."
        ],
        "written": true
      },
      "size": "int",
      "first": "int",
      "last": "int"
    },
    "sizes": {},
    "results": [
      "int",
      "int"
    ]
  },
  "coins_circle": {
    "given": {
      "twice": {
        "items": "int64_t",
        "shape": [
          "2 * n"
        ]
      },
      "stack": {
        "items": "int64_t",
        "shape": [
          "n + 1.."
        ],
        "written": true
      },
      "margins": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      }
    },
    "sizes": {
      "n": [
        "margins",
        1
      ]
    },
    "results": []
  },
  "coins_line": {
    "given": {
      "coins": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "values": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      },
      "starts": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      },
      "letters": {
        "items": "uint8_t",
        "shape": [
          "n"
        ],
        "written": true
      }
    },
    "sizes": {
      "n": [
        "coins",
        1
      ]
    },
    "results": []
  },
  "coins_prefixes": {
    "given": {
      "coins": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "values": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      },
      "kept": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      },
      "above": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      },
      "margins": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      }
    },
    "sizes": {
      "n": [
        "coins",
        1
      ]
    },
    "results": []
  },
  "coins_quadratic": {
    "given": {
      "coins": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "margins": {
        "items": "int64_t",
        "shape": [
          "n"
        ],
        "written": true
      }
    },
    "sizes": {
      "n": [
        "coins",
        1
      ]
    },
    "results": [
      "int"
    ]
  },
  "coins_diagonals": {
    "given": {
      "coins": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "margins": {
        "items": "int64_t",
        "shape": [
          "n + 1"
        ],
        "written": true
      },
      "packed": {
        "items": "uint8_t",
        "shape": [
          "bytes"
        ],
        "written": true
      },
      "kept": {
        "items": "int64_t",
        "shape": [
          "room"
        ],
        "written": true
      },
      "step": "int"
    },
    "sizes": {
      "n": [
        "coins",
        1
      ],
      "bytes": [
        "packed",
        1
      ],
      "room": [
        "kept",
        1
      ]
    },
    "results": []
  },
  "plain_best_games": {
    "given": {
      "numbers": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "most_nodes": "int",
      "every": "bool"
    },
    "sizes": {
      "n": [
        "numbers",
        1
      ]
    },
    "results": [
      {
        "items": "int64_t"
      },
      "int",
      "int",
      "int",
      "bool"
    ]
  },
  "plain_worst_game": {
    "given": {
      "numbers": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      }
    },
    "sizes": {
      "n": [
        "numbers",
        1
      ]
    },
    "results": [
      {
        "items": "int64_t"
      },
      "int"
    ]
  },
  "reach_whole_values": {
    "given": {
      "numbers": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "singles": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "splits": {
        "items": "int64_t",
        "shape": [
          "m",
          "2"
        ]
      },
      "bounds": {
        "items": "int64_t",
        "shape": [
          "n + 1"
        ]
      },
      "caps": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "flags": "int",
      "small": "int"
    },
    "sizes": {
      "n": [
        "numbers",
        1
      ],
      "m": [
        "splits",
        2
      ]
    },
    "results": [
      {
        "items": "int64_t"
      },
      {
        "items": "int64_t"
      }
    ]
  },
  "reach_mark_whole": {
    "given": {
      "pool": {
        "items": "int64_t",
        "shape": [
          "size"
        ]
      },
      "start": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "splits": {
        "items": "int64_t",
        "shape": [
          "m",
          "2"
        ]
      },
      "first": "int",
      "last": "int",
      "flags": "int",
      "low": "int",
      "hit": {
        "items": "bool",
        "shape": [
          "width"
        ],
        "written": true
      }
    },
    "sizes": {
      "size": [
        "pool",
        1
      ],
      "n": [
        "start",
        1
      ],
      "m": [
        "splits",
        2
      ],
      "width": [
        "hit",
        1
      ]
    },
    "results": []
  },
  "reach_fraction_values": {
    "given": {
      "numbers": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "singles": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "splits": {
        "items": "int64_t",
        "shape": [
          "m",
          "2"
        ]
      },
      "bounds": {
        "items": "int64_t",
        "shape": [
          "n + 1"
        ]
      },
      "flags": "int"
    },
    "sizes": {
      "n": [
        "numbers",
        1
      ],
      "m": [
        "splits",
        2
      ]
    },
    "results": [
      {
        "items": "int64_t"
      },
      {
        "items": "int64_t"
      },
      {
        "items": "int64_t"
      }
    ]
  },
  "reach_mark_fractions": {
    "given": {
      "tops": {
        "items": "int64_t",
        "shape": [
          "size"
        ]
      },
      "bottoms": {
        "items": "int64_t",
        "shape": [
          "size"
        ]
      },
      "start": {
        "items": "int64_t",
        "shape": [
          "n"
        ]
      },
      "splits": {
        "items": "int64_t",
        "shape": [
          "m",
          "2"
        ]
      },
      "first": "int",
      "last": "int",
      "flags": "int",
      "low": "int",
      "hit": {
        "items": "bool",
        "shape": [
          "width"
        ],
        "written": true
      }
    },
    "sizes": {
      "size": [
        "tops",
        1
      ],
      "n": [
        "start",
        1
      ],
      "m": [
        "splits",
        2
      ],
      "width": [
        "hit",
        1
      ]
    },
    "results": []
  },
  "search_live": {
    "given": {
      "board": {
        "items": "uint64_t",
        "shape": [
          "2"
        ],
        "written": true
      },
      "below": {
        "items": "uint64_t",
        "shape": [
          "128"
        ]
      },
      "passing": "bool"
    },
    "sizes": {},
    "results": []
  },
  "search_search": {
    "given": {
      "board": {
        "items": "uint64_t",
        "shape": [
          "2"
        ]
      },
      "low": "int",
      "high": "int",
      "numbers": {
        "items": "int64_t",
        "shape": [
          "128"
        ]
      },
      "below": {
        "items": "uint64_t",
        "shape": [
          "128"
        ]
      },
      "sums": {
        "items": "int64_t",
        "shape": [
          "4",
          "65536"
        ]
      },
      "passing": "bool",
      "known": {
        "items": "uint64_t",
        "shape": [
          "places",
          "2"
        ],
        "written": true
      },
      "bounds": {
        "items": "int16_t",
        "shape": [
          "places",
          "4"
        ],
        "written": true
      },
      "nodes": {
        "items": "int64_t",
        "shape": [
          "1"
        ],
        "written": true
      }
    },
    "sizes": {
      "places": [
        "known",
        2
      ]
    },
    "results": [
      "int"
    ]
  }
} as const;
export const NUMBERS = {
  "coins": {},
  "plain": {},
  "reach": {
    "PLUS": 1,
    "MINUS": 2,
    "TIMES": 4,
    "OVER": 8,
    "ZERO": 16,
    "SIGNED": 32
  },
  "search": {
    "NUMBERS": 127,
    "NOTHING": -1073741824
  }
} as const;
