"""Compiled moves of integer multipliers, one at a time.  Plain twins live in the tests.

Conventions.  The rows of the relaxation that have a multiplier come in one list: those of the vertices with something
above them, then those of the cuts.  ``row_pair[row_ptr[i] : row_ptr[i + 1]]`` are the pairs of row i, ascending, and
``rhs[i]`` is its right-hand side.  A *top* is a vertex with nothing above it; its pairs are ``first[e] ..
last[e] - 1`` for each pair e among them, and ``first[e]`` is -1 for the other pairs.  Its multiplier is not given: it
is the best one.

``state`` says of each pair whether it is excluded (0), free (1) or forced (2); beside a forced pair of a top no other
is free.  ``value`` is the multiplier of each row and not below ``least``; ``rest`` is the profit of each pair less the
multipliers of its rows; ``floor`` is 0 for the pairs of a top, or `FAR` below it if the top is picked.  The bound
(docs, "Theory", T7) is

    sum of rhs * value + sum over forced pairs of rest + sum over free pairs that are of no top of max(0, rest)
    + sum over tops without a forced pair of the largest of floor and rest of the free pairs.

All arrays are int64, C-contiguous, one-dimensional.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.work.compiled import compiled

FAR = 1 << 61


@compiled
def uncovered(row_ptr, row_pair, value, profit):
    """Return what multipliers leave of each pair's profit."""
    rest = profit.copy()
    for row in range(len(value)):
        if value[row] != 0:
            for k in range(row_ptr[row], row_ptr[row + 1]):
                rest[row_pair[k]] -= value[row]
    return rest


@compiled
def bound(rhs, value, state, rest, first, last, floor):
    """Work out the bound."""
    total = 0
    for row in range(len(rhs)):
        total += rhs[row] * value[row]
    e = 0
    while e < len(state):
        if first[e] < 0:
            if state[e] == 2 or (state[e] == 1 and rest[e] > 0):
                total += rest[e]
            e += 1
            continue
        best = floor[e]
        forced = False
        end = last[e]
        while e < end:
            if state[e] == 2:
                total += rest[e]
                forced = True
            elif state[e] == 1:
                best = max(best, rest[e])
            e += 1
        if not forced and best > -FAR:
            total += best
    return total


@compiled
def residuals(state, rest, first, last, floor):
    """Return by how much each free pair is better than the best that could take its place."""
    found = rest.copy()
    for e in range(len(state)):
        if first[e] >= 0 and state[e] == 1:
            other = floor[e]
            for k in range(first[e], last[e]):
                if k != e and state[k] == 1:
                    other = max(other, rest[k])
            found[e] = rest[e] - other
    return found


@compiled
def _items(row, row_ptr, row_pair, state, rest, first, last, floor, room):
    """Find what a row's multiplier is weighed against: how many pairs are certain, and residuals of the others."""
    certain = count = 0
    k = row_ptr[row]
    end = row_ptr[row + 1]
    while k < end:
        e = row_pair[k]
        if first[e] < 0:
            if state[e] == 2:
                certain += 1
            elif state[e] == 1:
                room[count] = rest[e]
                count += 1
            k += 1
            continue
        # The pairs of a top that are in the row move together.
        inside = -FAR
        outside = floor[e]
        forced = False
        for pair in range(first[e], last[e]):
            if k < end and row_pair[k] == pair:
                k += 1
                if state[pair] == 2:
                    forced = True
                elif state[pair] == 1:
                    inside = max(inside, rest[pair])
            elif state[pair] == 1:
                outside = max(outside, rest[pair])
        if forced or (inside > -FAR and outside == -FAR):
            certain += 1
        elif inside > -FAR:
            room[count] = inside - outside
            count += 1
    return certain, count


@compiled
def _move(row, to, row_ptr, row_pair, value, rest):
    by = to - value[row]
    value[row] = to
    for k in range(row_ptr[row], row_ptr[row + 1]):
        rest[row_pair[k]] -= by


@compiled
def descend(row_ptr, row_pair, rhs, state, value, least, rest, first, last, floor, near, inner, sweeps):
    """Lower the bound, row by row; among equally good multipliers take the one closest to ``near``.

    Of the rows from ``inner`` on, those of cuts, the ones without a multiplier are left alone: they are many.  Ends
    when a sweep through all rows changes nothing, or after ``sweeps``.  Changes ``value`` and ``rest``.
    """
    room = np.empty(len(state), np.int64)
    for _ in range(sweeps):
        changed = False
        for row in range(len(rhs)):
            if row >= inner and value[row] == 0:
                continue
            certain, count = _items(row, row_ptr, row_pair, state, rest, first, last, floor, room)
            # From one multiplier to the next the bound grows by this, less the residuals that are still positive.
            slope = rhs[row] - certain
            if slope < 0 or (slope > count and least[row] == -FAR):
                continue
            ordered = np.sort(room[:count])
            low = value[row] + ordered[count - 1 - slope] if slope < count else least[row]
            high = FAR if slope == 0 else value[row] + ordered[count - slope] if slope <= count else low
            to = max(min(max(near[row], low), high), least[row])
            if to != value[row] and to > -FAR:
                _move(row, to, row_ptr, row_pair, value, rest)
                changed = True
        if not changed:
            break


@compiled
def pull(row_ptr, row_pair, rhs, state, value, rest, first, last, floor, near, slack):
    """Set multipliers to those of ``near``, first where that costs the bound least, as far as the slack reaches.

    Changes ``value`` and ``rest``.  Returns the slack that is left.
    """
    room = np.empty(len(state), np.int64)
    most = 0
    while True:
        following = slack + 1
        changed = False
        for row in range(len(rhs)):
            by = near[row] - value[row]
            if by == 0:
                continue
            certain, count = _items(row, row_ptr, row_pair, state, rest, first, last, floor, room)
            cost = (rhs[row] - certain) * by
            for i in range(count):
                cost += max(room[i] - by, 0) - max(room[i], 0)
            if cost <= min(most, slack):
                _move(row, near[row], row_ptr, row_pair, value, rest)
                slack -= cost
                changed = True
            else:
                following = min(following, cost)
        if not changed:
            if following > slack:
                return slack
            most = following
