"""How long work takes, as a multiple of adding numbers in the same process: machines differ, this ratio less so."""

import time
from collections.abc import Callable
from functools import cache


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def effort(work: Callable[[], object]) -> float:
    """Return how many times as long work takes as adding 20 million numbers, which is about half a second."""
    return spent(work) / _unit()


@cache
def _unit() -> float:
    return spent(lambda: sum(range(20_000_000)))
