"""Measure work as a multiple of adding numbers in the same process: machines differ, but this ratio differs less."""

import time
from collections.abc import Callable


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def effort(work: Callable[[], object], enough: float = 0.0) -> float:
    """Return how many times as long work takes as adding 20 million numbers, which is about half a second.

    Other programs slow work with much memory down more than sums, for a while. So the least of three times counts, or
    the first one below `enough`.
    """
    least = float("inf")
    for _ in range(3):
        least = min(least, spent(work) / spent(lambda: sum(range(20_000_000))))
        if least < enough:
            break
    return least
