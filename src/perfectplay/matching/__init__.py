"""Maximum-weight acyclic matchings of graded posets: vertices, levels and weights; no number, no game."""
