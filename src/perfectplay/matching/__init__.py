"""Maximum-weight acyclic matchings of graded posets: vertices, levels and weights, without numbers or games."""

from perfectplay.matching.solver import match, peel, solve

__all__ = ["match", "peel", "solve"]
