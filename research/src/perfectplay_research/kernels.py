"""Compiled inner loops.  Plain twins live in the tests.

Coins are as in `perfectplay.coins.kernels`: int64 arrays, one-dimensional.  Of a graph, ``pairs[ptr[v] : ptr[v + 1]]``
(int32) are the partners of v, ascending; a pair weighs as much as its higher end.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from perfectplay.work.compiled import compiled

__all__ = ["poorest", "reprice"]

FAR = np.int64(1) << 60
"""A distance that no path has."""


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


@compiled
def _settle(root, count, worth, ptr, pairs, price, floor, mate, near, far, before):
    """Match a vertex that is free and costs more than its floor, or let it or another one be free at its floor.

    The shortest path of alternating pairs among the first ``count`` vertices (J. Munkres 1957).
    """
    reached, beyond = [root], [root][:0]
    near[root] = 0
    length, end, matched = price[root] - floor[root], root, True
    heap = [(np.int64(0), root)]
    while heap:
        distance, v = heappop(heap)
        if distance >= length:
            break
        if distance > near[v]:
            continue
        if distance + price[v] - floor[v] < length:
            length, end, matched = distance + price[v] - floor[v], v, True
        for e in range(ptr[v], ptr[v + 1]):
            w = pairs[e]
            if w >= count:
                break
            step = distance + price[v] + price[w] - max(worth[v], worth[w])
            if step >= length or w == mate[v] or far[w] <= step:
                continue
            if far[w] == FAR:
                beyond.append(np.int64(w))
            far[w], before[w] = step, v
            u = np.int64(mate[w])
            if u < 0:
                length, end, matched = step, np.int64(w), False
            elif step < near[u]:
                if near[u] == FAR:
                    reached.append(u)
                near[u] = step
                heappush(heap, (step, u))
    for v in reached:
        price[v] -= max(0, length - near[v])
        near[v] = FAR
    for w in beyond:
        price[w] += max(0, length - far[w])
        far[w] = FAR
    w = end
    if matched:
        w, mate[end] = np.int64(mate[end]), -1
    while w >= 0:
        v = before[w]
        w_next = np.int64(mate[v])
        mate[v], mate[w] = w, v
        w = w_next


@compiled
def reprice(old, count, every, worth, ptr, pairs, price, floor, mate, near, far, before):
    """Find least prices: not below ``floor``, and of each pair not below its weight.

    The first ``old`` vertices have had such prices for other floors, with a matching ``mate`` (int32, -1 for none).
    Those up to ``count`` join them; those from there up to ``every`` get the least that their pairs allow, and nothing
    else changes.  ``near``, ``far`` (int64, `FAR` before and after) and ``before`` (int64) are scratch.
    """
    for v in range(old):
        if price[v] < floor[v]:
            price[v] = floor[v]
            if mate[v] >= 0:
                mate[mate[v]] = -1
                mate[v] = -1
    for v in range(every):
        if v >= old:
            price[v] = floor[v]
            for e in range(ptr[v], ptr[v + 1]):
                if pairs[e] > v:
                    break
                price[v] = max(price[v], worth[v] - price[pairs[e]])
        if v < count and mate[v] < 0 and price[v] > floor[v]:
            _settle(v, max(old, v + 1), worth, ptr, pairs, price, floor, mate, near, far, before)
