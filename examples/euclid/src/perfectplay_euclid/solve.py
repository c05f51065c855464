"""Perfect play.

Source: A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it",
The Mathematical Gazette 53 (1969), 354-357.
"""

from __future__ import annotations

import time

from perfectplay import Progress, ProgressCallback, Result
from perfectplay.core.progress import ignore_progress
from perfectplay_euclid.rules import EuclidPosition

__all__ = ["is_won", "solve"]


def is_won(larger: int, smaller: int) -> bool:
    """Return whether the player to move wins: if the numbers are equal or their ratio is above the golden ratio."""
    return smaller > 0 and (larger == smaller or larger * (larger - smaller) > smaller * smaller)


def solve(
    position: EuclidPosition,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes microseconds
    progress: ProgressCallback = ignore_progress,
) -> Result[int, int]:
    """Find best play from a position. The value is 1 if the player who began wins, else 0."""
    began = time.perf_counter()
    end = position
    while not end.is_over():
        after = [end.play(move) for move in end.legal_moves()]
        end = next((one for one in after if not is_won(*one.numbers)), after[0])
    seconds = time.perf_counter() - began
    progress(Progress("line", seconds, done=1, total=1))
    value = end.scores()[0]
    moves = end.moves[len(position.moves) :]
    return Result(value, value, value, "optimal", moves, seconds, {"source": "search", "method": "golden ratio"})
