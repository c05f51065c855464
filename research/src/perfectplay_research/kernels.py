"""Compiled inner loops.  Plain twins live in the tests.

Conventions are those of `perfectplay.coins.kernels`: coins are int64 arrays, one-dimensional.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.work.compiled import compiled

__all__ = ["poorest"]


@compiled
def _circle_margin(coins, margins):
    """Margin of a circle, by the table of all rows that it leaves; ``margins`` is scratch of shape (n,)."""
    n = len(coins)
    for i in range(n):
        margins[i] = coins[i] if n > 1 else 0
    for length in range(2, n):
        first = margins[0]
        for i in range(n):
            after = margins[i + 1] if i + 1 < n else first
            last = i + length - 1
            margins[i] = max(coins[i] - after, coins[last if last < n else last - n] - margins[i])
    best = coins[0] - margins[1 if n > 1 else 0]
    for i in range(1, n):
        best = max(best, coins[i] - margins[i + 1 if i + 1 < n else 0])
    return best


@compiled
def poorest(largest, found):
    """Look at all circles of n coins 0 .. ``largest`` whose first coin is a least one, and not all are 0.

    Those of which the player to move gets the least share are written to ``found`` (int64, shape (most, n)), as far as
    they fit.  Returns what the player gets of one, its sum, and how many there are; of a circle and its mirror image,
    both from the same coin, one is looked at.
    """
    most, n = found.shape
    coins = np.empty(n, dtype=np.int64)
    scratch = np.empty(n, dtype=np.int64)
    share, whole, count = np.int64(1), np.int64(1), 0
    for least in range(largest + 1):
        coins[:] = least
        while True:
            total = coins.sum()
            if total > 0 and coins[1 % n] <= coins[n - 1]:
                gets = (total + _circle_margin(coins, scratch)) // 2
                if gets * whole < share * total:
                    share, whole, count = gets, total, 0
                if gets * whole == share * total:
                    if count < most:
                        found[count] = coins
                    count += 1
            # The next circle whose first coin is this one: count up from behind.
            i = n - 1
            while i > 0 and coins[i] == largest:
                coins[i] = least
                i -= 1
            if i <= 0:
                break
            coins[i] += 1
    return share, whole, count
