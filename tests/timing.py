"""Measure work relative to adding numbers in the same process, because this ratio depends less on the machine."""

import time
from collections.abc import Callable


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def effort(work: Callable[[], object], enough: float = 0.0) -> float:
    """Return the time of work divided by the time to add 20 million numbers, which is about half a second.

    Only 2 million numbers are added, to save time. Other programs may slow down memory-intensive work more than sums.
    So the work is timed up to three times, and the result is the smallest ratio, or the first ratio below `enough`.
    """
    least = float("inf")
    for _ in range(3):
        least = min(least, spent(work) / spent(lambda: sum(range(2_000_000))) / 10)
        if least < enough:
            break
    return least
