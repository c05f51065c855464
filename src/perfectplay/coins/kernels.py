"""Compiled inner loops of greedy coins.  Plain twins live in `fusion`, `table` and the tests.

The proofs are in docs/coins-theory.md.

Conventions.  Coins are int64 arrays, one-dimensional, whose absolute values add up to less than 2^62: then every
fused coin, margin and difference of margins stays below 2^63.  A *stack* is an int64 array whose entry 0 is free
(room for a first coin) and whose entries 1 .. size-1 are a reduced row: no interior peak a <= b >= c is left.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

_L = np.uint8(ord("L"))
_R = np.uint8(ord("R"))


@undisturbed
@compiled
def absolute_sum(coins, limit):
    """Return the sum of absolute values and the sum, or ``(-1, 0)`` as soon as the former reaches ``limit``."""
    size = np.uint64(0)
    top = np.uint64(limit)
    total = np.int64(0)
    for c in coins:
        # -(c + 1) cannot overflow, not even for the smallest integer.
        size += np.uint64(c) if c >= 0 else np.uint64(-(c + 1)) + np.uint64(1)
        if size >= top:
            return np.int64(-1), np.int64(0)
        total += c
    return np.int64(size), total


@compiled
def push(stack, size, coins):
    """Put coins on a stack, fusing each peak as it comes up; return the new size.  O(coins) in all."""
    for c in coins:
        top = c
        while size >= 3 and stack[size - 1] >= top and stack[size - 2] <= stack[size - 1]:
            top += stack[size - 2] - stack[size - 1]
            size -= 2
        stack[size] = top
        size += 1
    return size


@compiled
def reduced_margin(stack, lo, hi):
    """Margin of the reduced row ``stack[lo:hi]``: take the larger end until nothing is left."""
    left = lo
    right = hi - 1
    margin = np.int64(0)
    sign = np.int64(1)
    while left <= right:
        if stack[left] >= stack[right]:
            margin += sign * stack[left]
            left += 1
        else:
            margin += sign * stack[right]
            right -= 1
        sign = -sign
    return margin


@undisturbed
@compiled
def finish(stack, size, first, last):
    """Margins of taking the left and the right coin of the row ``first, stack[1:size], last``.  O(size).

    Writes two entries of the stack, up to ``stack[size]``, and puts back what was there.
    """
    # Without the last coin: fuse the first one with the bottom, then put back what that overwrote.
    front = first
    lo = 0
    while lo + 2 < size and front <= stack[lo + 1] and stack[lo + 1] >= stack[lo + 2]:
        front += stack[lo + 2] - stack[lo + 1]
        lo += 2
    kept = stack[lo]
    stack[lo] = front
    right = last - reduced_margin(stack, lo, size)
    # The left coin is taken: fuse the last one with the top instead.
    stack[lo] = kept
    top = last
    while size >= 3 and stack[size - 1] >= top and stack[size - 2] <= stack[size - 1]:
        top += stack[size - 2] - stack[size - 1]
        size -= 2
    kept = stack[size]
    stack[size] = top
    left = first - reduced_margin(stack, 1, size + 1)
    stack[size] = kept
    return left, right


@undisturbed
@compiled
def circle(twice, stack, margins):
    """Write the margin of each first coin of a circle to ``margins``, shape (n,); ``twice`` is the circle twice."""
    n = len(margins)
    for i in range(n):
        size = push(stack, 1, twice[i + 1 : i + n])
        margins[i] = twice[i] - reduced_margin(stack, 1, size)


@undisturbed
@compiled
def line(coins, values, starts, letters):
    """Write one optimal line, a byte ``L`` or ``R`` for each coin, to ``letters`` (uint8, shape (n,)).

    ``values`` and ``starts`` (int64, shape (n,)) are scratch: fused coins and where their blocks begin.
    """
    n = len(coins)
    size = 0
    for i in range(n):
        top = coins[i]
        start = i
        while size >= 2 and values[size - 1] >= top and values[size - 2] <= values[size - 1]:
            top += values[size - 2] - values[size - 1]
            size -= 2
            start = starts[size]
        values[size] = top
        starts[size] = start
        size += 1
    left = 0
    right = size - 1
    end = n
    at = 0
    while left <= right:
        if values[left] >= values[right]:
            stop = starts[left + 1] if left < right else end
            letter = _L
            length = stop - starts[left]
            left += 1
        else:
            letter = _R
            length = end - starts[right]
            end = starts[right]
            right -= 1
        for k in range(at, at + length):
            letters[k] = letter
        at += length


@undisturbed
@compiled
def prefixes(coins, values, kept, above, margins):
    """Write the margins of all prefixes to ``margins`` (int64, shape (n,)).  O(n log n).

    The reduced row falls, then rises.  For its falling coins ``kept`` holds the alternating sum from the first coin
    on; for a rising coin r, the margin of everything up to r in size, and ``above`` the number of falling coins
    larger than r.  All are scratch of shape (n,), int64.
    """
    size = 0
    fall = 0
    for i in range(len(coins)):
        top = coins[i]
        while size >= 2 and values[size - 1] >= top and values[size - 2] <= values[size - 1]:
            top += values[size - 2] - values[size - 1]
            size -= 2
        values[size] = top
        if size == 0 or (size <= fall and top < values[size - 1]):
            kept[size] = top if size == 0 else (kept[size - 1] + top if size % 2 == 0 else kept[size - 1] - top)
            fall = size + 1
            margins[i] = kept[size]
        else:
            below = np.int64(0)
            lower = min(fall, size)
            fall = lower
            if size > fall:
                below = kept[size - 1]
                lower = above[size - 1]
            lo = 0
            hi = lower
            while lo < hi:
                mid = (lo + hi) // 2
                if values[mid] > top:
                    lo = mid + 1
                else:
                    hi = mid
            before = kept[lo - 1] if lo > 0 else np.int64(0)
            between = (kept[lower - 1] if lower > 0 else np.int64(0)) - before
            if lo % 2 == 1:
                between = -between
            kept[size] = top - (between + (below if (lower - lo) % 2 == 0 else -below))
            above[size] = lo
            margins[i] = before + (kept[size] if lo % 2 == 0 else -kept[size])
        size += 1


@undisturbed
@compiled
def quadratic(coins, margins):
    """Return the margin by the quadratic table, one diagonal at a time; ``margins`` is scratch of shape (n,)."""
    n = len(coins)
    for i in range(n):
        margins[i] = coins[i]
    for length in range(2, n + 1):
        ends = coins[length - 1 :]
        for i in range(n - length + 1):
            margins[i] = max(coins[i] - margins[i + 1], ends[i] - margins[i])
    return margins[0]


@undisturbed
@compiled
def diagonals(coins, margins, codes, packed, offsets, kept, step):
    """Fill the best moves of all segments, four to a byte, and the margins of every ``step``-th diagonal.

    Parameters: ``margins`` (int64, shape (n,)) and ``codes`` (uint8, shape (n + 3,)) are scratch; ``packed`` (uint8)
    gets the code 1 for L, 2 for R, 3 for LR of segment i .. i+length-1 at bits 2(i mod 4) of byte
    ``offsets[length - 1] + i // 4``; ``kept`` (int64) gets the diagonals of length 1, 1 + step, ... one after another.
    """
    n = len(coins)
    at = 0
    for i in range(n):
        margins[i] = coins[i]
        codes[i] = 3
    for length in range(1, n + 1):
        count = n - length + 1
        if length > 1:
            ends = coins[length - 1 :]
            for i in range(count):
                left = coins[i] - margins[i + 1]
                right = ends[i] - margins[i]
                margins[i] = max(left, right)
                codes[i] = np.uint8(left >= right) | np.uint8(np.uint8(right >= left) << np.uint8(1))
        for i in range(count, count + 3):
            codes[i] = 0
        row = packed[offsets[length - 1] : offsets[length]]
        for k in range(len(row)):
            row[k] = codes[4 * k] | (codes[4 * k + 1] << 2) | (codes[4 * k + 2] << 4) | (codes[4 * k + 3] << 6)
        if (length - 1) % step == 0:
            for i in range(count):
                kept[at + i] = margins[i]
            at += count
