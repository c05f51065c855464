"""Maximum-weight acyclic matchings of graded posets: vertices, levels and weights; no number, no game."""

from perfectplay.matching.solver import match, peel, solve

__all__ = ["match", "peel", "solve"]
