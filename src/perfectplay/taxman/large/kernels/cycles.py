"""Compiled inner loops for cuts of cycles, with the conventions of `largescale_kernels`.  Twins live in the tests."""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

_FAR = 2_000
"""Picks that are looked at from one of them, at most."""


@undisturbed
@compiled
def cycles(n, ptr, lower, mate, longest):
    """Find short cycles of picks in a matching, such that the mate of each is a lower cover of the next, too.

    No order of play has all of a cycle: whichever is taken first loses its mate to another.  Every pick is in one cycle
    at most, and a cycle has at most ``longest`` picks.

    Returns ``members`` (int32) and ``ends`` (int64): the cycle i is ``members[ends[i] : ends[i + 1]]``.
    """
    # Who has a number as a lower cover, among the picks.
    begin = np.zeros(n + 2, np.int64)
    for p in range(2, n + 1):
        if 0 < mate[p] < p:
            for e in range(ptr[p], ptr[p + 1]):
                begin[lower[e] + 1] += 1
    for v in range(1, n + 2):
        begin[v] += begin[v - 1]
    users = np.empty(begin[n + 1], np.int32)
    fill = begin.copy()
    for p in range(2, n + 1):
        if 0 < mate[p] < p:
            for e in range(ptr[p], ptr[p + 1]):
                users[fill[lower[e]]] = p
                fill[lower[e]] += 1
    members = np.empty(n, np.int32)
    ends = np.zeros(n // 2 + 1, np.int64)
    count = 0
    used = np.zeros(n + 1, np.bool_)
    distance = np.zeros(n + 1, np.int32)
    before = np.zeros(n + 1, np.int32)
    queue = np.empty(_FAR, np.int32)
    for first in range(n, 1, -1):
        if used[first] or not 0 < mate[first] < first:
            continue
        head = 0
        tail = 1
        queue[0] = first
        distance[first] = 1
        before[first] = 0
        last = 0
        while head < tail and last == 0:
            p = queue[head]
            head += 1
            if distance[p] > longest:
                break
            for e in range(begin[mate[p]], begin[mate[p] + 1]):
                following = users[e]
                if following == first and p != first:
                    last = p
                    break
                if distance[following] == 0 and not used[following] and tail < _FAR:
                    distance[following] = distance[p] + 1
                    before[following] = p
                    queue[tail] = following
                    tail += 1
        if last > 0:
            at = ends[count]
            while last > 0:
                members[at] = last
                used[last] = True
                last = before[last]
                at += 1
            count += 1
            ends[count] = at
        for i in range(tail):
            distance[queue[i]] = 0
    return members[: ends[count]].copy(), ends[: count + 1].copy()


@undisturbed
@compiled
def change(step, ends, room, low, high, here, there, scale, mate, multiplier, less):
    """Change multipliers of cuts by how much a matching violates each, and what the pairs weigh less by them.

    The pairs of cut i are ``low[k], high[k]`` (int32) for k in ``ends[i] : ends[i + 1]``; ``here`` and ``there``
    (int64) are their two places among the neighbours.  ``room`` (int64) is the right-hand side, ``multiplier`` (int64)
    never gets negative, and ``less`` is in units of 1/scale.  Returns the sum of multipliers times right-hand sides.
    """
    total = np.int64(0)
    for i in range(len(room)):
        surplus = -room[i]
        for k in range(ends[i], ends[i + 1]):
            surplus += mate[high[k]] == low[k]
        new = max(multiplier[i] + step * max(surplus, -1), 0)
        by = (new - multiplier[i]) * scale
        if by != 0:
            for k in range(ends[i], ends[i + 1]):
                less[here[k]] += by
                less[there[k]] += by
            multiplier[i] = new
        total += new * room[i]
    return total
