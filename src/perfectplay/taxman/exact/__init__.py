"""The exact solver: best play from any position, with a proof."""

from perfectplay.taxman.exact.solver import alternative_optimum, root_bound, solve

__all__ = ["alternative_optimum", "root_bound", "solve"]
