"""Maximum-weight acyclic matchings of graded posets: the code knows vertices, levels and weights, but no games."""

from perfectplay.matching.solver import match, peel, solve

__all__ = ["match", "peel", "solve"]
