"""The plain search: best play of small pots, proven, in milliseconds."""

from perfectplay.taxman.plain.search import MAX_NUMBERS, MAX_WORST, find_best_sets, solve_plainly, solve_worst, verify

__all__ = ["MAX_NUMBERS", "MAX_WORST", "find_best_sets", "solve_plainly", "solve_worst", "verify"]
