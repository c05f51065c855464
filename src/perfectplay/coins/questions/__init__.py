"""Questions about greedy coins, each with its answer for ``--json`` and HTTP."""

from perfectplay.coins.questions.solve import SolveCoins

__all__ = ["SolveCoins"]
