"""Maximum-weight acyclic matchings of graded posets; this package does not depend on any game."""

from perfectplay.matching.solver import match, peel, solve

__all__ = ["match", "peel", "solve"]
