/** Made by `make schema`; changes belong into the Python sources. */
export const GAMES = [
  {
    "name": "taxman",
    "title": "Taxman",
    "summary": "take a number, and the taxman takes its divisors",
    "players": 1,
    "value": "score",
    "example": "taxman:20",
    "exercises": true,
    "lessons": true,
    "proofs": true,
    "limits": {
      "pot": 2000,
      "exercises": 12
    },
    "package": "perfectplay"
  },
  {
    "name": "coins",
    "title": "Greedy coins",
    "summary": "two players take coins from the ends of a row, and each wants the larger sum",
    "players": 2,
    "value": "score",
    "example": "coins:1.2.4.3",
    "exercises": true,
    "lessons": true,
    "proofs": true,
    "limits": {
      "coins": 60,
      "characters": 12,
      "exercises": 24
    },
    "package": "perfectplay"
  },
  {
    "name": "pursuit",
    "title": "Arithmetical pursuit",
    "summary": "combine six numbers with + - * / and land as close to a target as possible",
    "players": 1,
    "value": "distance",
    "example": "pursuit:3.6.9.10.50.100:831",
    "exercises": true,
    "lessons": true,
    "proofs": true,
    "limits": {
      "numbers": 8,
      "card": 1000000,
      "target": 1000000,
      "targets": 5000,
      "points": 10,
      "away": 10,
      "exercises": 12
    },
    "package": "perfectplay"
  },
  {
    "name": "factorgame",
    "title": "Factor game",
    "summary": "two players take numbers, and each gives the other all their divisors that are left",
    "players": 2,
    "value": "lead",
    "example": "factorgame:12",
    "exercises": true,
    "lessons": true,
    "proofs": true,
    "limits": {
      "board": 1000,
      "solved": 60,
      "solved-alone": 49,
      "proven": 50,
      "exercises": 7
    },
    "package": "perfectplay"
  }
] as const;
