"""Compiled inner loops over one deal.  A plain twin lives in the tests.

Conventions.  A *part* is a sub-multiset of the deal, numbered in mixed radix: the different numbers of the deal,
ascending, are its digits' names, and a digit says how many copies belong to the part; part 0 is empty and the last
part is the whole deal.  The values of part ``s`` are ``pool[start[s]:start[s + 1]]``, in no particular order.  A part's
values come from its splits into two smaller parts, each split once.

Integers stay below 2^62: the callers make sure (see `perfectplay.pursuit.search.parts`).
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

PLUS = 1
MINUS = 2
TIMES = 4
OVER = 8
ZERO = 16
SIGNED = 32

_EXACT = 1 << 50
_ANY = (1 << 63) - 1
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


@compiled(error_model="numpy")
def _quotient(x, y):
    """Return x / y if y divides x, and -1 otherwise; x >= 0, y > 0.

    Below 2^50 the rounded product with the reciprocal is x / y itself if that is whole, and division is slow.
    """
    if x < _EXACT:
        q = np.int64(np.float64(x) * (1.0 / np.float64(y)) + 0.5)
        return q if q * y == x else np.int64(-1)
    q = x // y
    return q if q * y == x else np.int64(-1)


@compiled(error_model="numpy")
def _put(value, pool, begin, size, seen, keys, owners, owner):
    """Add a value to the part that is being made unless it is there; return the part's new size.

    ``seen`` is a byte for each small value, zero everywhere between parts; larger and negative values go to the hash
    table ``keys``, whose entries belong to part ``owners[i]`` so that it need not be cleared.
    """
    if 0 <= value < len(seen):
        if seen[value]:
            return size
        seen[value] = 1
    else:
        mask = len(keys) - 1
        i = np.int64((np.uint64(value) * _MULTIPLIER) >> np.uint64(32)) & mask
        while owners[i] == owner:
            if keys[i] == value:
                return size
            i = (i + 1) & mask
        owners[i] = owner
        keys[i] = value
    pool[begin + size] = value
    return size + 1


@compiled(error_model="numpy")
def _rehash(pool, begin, size, seen, owner, room):
    """Make a hash table for at least ``room`` values, and enter those of the part that is being made."""
    length = 1024
    while length < 2 * room:
        length *= 2
    keys = np.empty(length, dtype=np.int64)
    owners = np.zeros(length, dtype=np.int64)
    mask = length - 1
    for k in range(begin, begin + size):
        value = pool[k]
        if 0 <= value < len(seen):
            continue
        i = np.int64((np.uint64(value) * _MULTIPLIER) >> np.uint64(32)) & mask
        while owners[i] == owner:
            i = (i + 1) & mask
        owners[i] = owner
        keys[i] = value
    return keys, owners


@undisturbed
@compiled(error_model="numpy")
def whole_values(numbers, singles, splits, bounds, caps, flags, small):
    """Find all whole values of every part but the last; returns ``pool`` and ``start``, both int64.

    ``numbers`` and ``singles`` are, for a part of size one, its number and 1, for others 0.  The splits of part ``s``
    are ``splits[bounds[s]:bounds[s + 1]]``, shape (n, 2), the smaller part number first.  Values above ``caps[s]`` in
    size are left out.  ``flags`` is the sum of the operators and switches above, and ``small`` says how many small
    values have a byte each.
    """
    parts = len(singles) - 1
    pool = np.empty(4096, dtype=np.int64)
    start = np.zeros(parts + 1, dtype=np.int64)
    seen = np.zeros(small, dtype=np.uint8)
    keys = np.empty(1024, dtype=np.int64)
    owners = np.zeros(1024, dtype=np.int64)
    signed = flags & SIGNED
    zero = flags & ZERO
    for s in range(1, parts):
        begin = start[s]
        size = 0
        cap = caps[s]
        if singles[s]:
            pool[begin] = numbers[s]
            size = 1
        hashed = cap >= small or signed
        for k in range(bounds[s], bounds[s + 1]):
            a = splits[k, 0]
            b = splits[k, 1]
            if start[a + 1] - start[a] > start[b + 1] - start[b]:
                a, b = b, a
            width = start[b + 1] - start[b]
            for i in range(start[a], start[a + 1]):
                y = pool[i]
                if begin + size + 6 * width >= len(pool):
                    pool = np.concatenate((pool, np.empty(len(pool) + 6 * width, dtype=np.int64)))
                if hashed and 2 * (size + 6 * width) >= len(keys):
                    keys, owners = _rehash(pool, begin, size, seen, s, size + 6 * width)
                high = cap // abs(y) if y else _ANY
                for j in range(start[b], start[b + 1]):
                    x = pool[j]
                    if flags & PLUS:
                        v = x + y
                        if abs(v) <= cap and (v or zero):
                            size = _put(v, pool, begin, size, seen, keys, owners, s)
                    if flags & MINUS:
                        v = x - y
                        if abs(v) <= cap and (v or zero):
                            size = _put(abs(v), pool, begin, size, seen, keys, owners, s)
                            if signed:
                                size = _put(-abs(v), pool, begin, size, seen, keys, owners, s)
                    if flags & TIMES and abs(x) <= high:
                        v = x * y
                        if v or zero:
                            size = _put(v, pool, begin, size, seen, keys, owners, s)
                    if flags & OVER:
                        big, little = (x, y) if abs(x) >= abs(y) else (y, x)
                        if little:
                            q = _quotient(abs(big), abs(little))
                            if 0 < q <= cap:
                                size = _put(
                                    q if (big > 0) == (little > 0) else -q, pool, begin, size, seen, keys, owners, s
                                )
                        elif big and zero:
                            size = _put(np.int64(0), pool, begin, size, seen, keys, owners, s)
        start[s + 1] = begin + size
        for k in range(begin, begin + size):
            if 0 <= pool[k] < small:
                seen[pool[k]] = 0
    return pool[: start[parts]], start


@undisturbed
@compiled(error_model="numpy")
def mark_whole(pool, start, splits, first, last, flags, low, high):
    """Mark the targets from ``low`` to ``high``, 1 <= low <= high, that a part's ``splits[first:last]`` reach.

    The values of both sides are known: ``pool`` and ``start`` of `whole_values`.  Returns an array of bool.
    """
    hit = np.zeros(high - low + 1, dtype=np.bool_)
    for k in range(first, last):
        a = splits[k, 0]
        b = splits[k, 1]
        if start[a + 1] - start[a] > start[b + 1] - start[b]:
            a, b = b, a
        for i in range(start[a], start[a + 1]):
            y = pool[i]
            most = high // abs(y) if y else np.int64(0)
            for j in range(start[b], start[b + 1]):
                x = pool[j]
                if flags & PLUS and low <= x + y <= high:
                    hit[x + y - low] = True
                if flags & MINUS and low <= abs(x - y) <= high:
                    hit[abs(x - y) - low] = True
                if flags & TIMES and abs(x) <= most and low <= x * y:
                    hit[x * y - low] = True
                if flags & OVER and x and y and (x > 0) == (y > 0):
                    q = _quotient(max(abs(x), abs(y)), min(abs(x), abs(y)))
                    if low <= q <= high:
                        hit[q - low] = True
    return hit


@compiled(error_model="numpy")
def _gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@compiled(error_model="numpy")
def _put_fraction(p, q, tops, bottoms, begin, size, owners, places, owner):
    """Add p / q, q > 0, in lowest terms, to the part that is being made unless it is there; return its new size."""
    d = _gcd(abs(p), q)
    p //= d
    q //= d
    mask = len(owners) - 1
    i = (
        np.int64(((np.uint64(p) * _MULTIPLIER) ^ (np.uint64(q) * np.uint64(0xC2B2AE3D27D4EB4F))) >> np.uint64(30))
        & mask
    )
    while owners[i] == owner:
        k = places[i]
        if tops[k] == p and bottoms[k] == q:
            return size
        i = (i + 1) & mask
    owners[i] = owner
    places[i] = begin + size
    tops[begin + size] = p
    bottoms[begin + size] = q
    return size + 1


@undisturbed
@compiled(error_model="numpy")
def fraction_values(numbers, singles, splits, bounds, flags):
    """Find all values of every part but the last, fractions among them.

    ``numbers`` and ``singles`` are, for a part of size one, numerator and denominator of its number; the product of
    their sums, which no sum of a value's numerator and denominator exceeds, is below 2^61.  Everything else as for
    `whole_values`.  Returns numerators, denominators (positive, in lowest terms) and ``start``, all int64.
    """
    parts = len(singles) - 1
    tops = np.empty(4096, dtype=np.int64)
    bottoms = np.empty(4096, dtype=np.int64)
    start = np.zeros(parts + 1, dtype=np.int64)
    length = 1 << 12
    owners = np.zeros(length, dtype=np.int64)
    places = np.empty(length, dtype=np.int64)
    signed = flags & SIGNED
    zero = flags & ZERO
    for s in range(1, parts):
        begin = start[s]
        size = 0
        if singles[s]:
            tops[begin] = numbers[s]
            bottoms[begin] = singles[s]
            size = 1
        for k in range(bounds[s], bounds[s + 1]):
            a = splits[k, 0]
            b = splits[k, 1]
            if start[a + 1] - start[a] > start[b + 1] - start[b]:
                a, b = b, a
            width = start[b + 1] - start[b]
            for i in range(start[a], start[a + 1]):
                if begin + size + 6 * width >= len(tops):
                    more = np.empty(len(tops) + 6 * width, dtype=np.int64)
                    tops = np.concatenate((tops, more))
                    bottoms = np.concatenate((bottoms, more))
                if 2 * (size + 6 * width) >= length:
                    while length < 2 * (size + 6 * width):
                        length *= 2
                    length *= 2
                    owners = np.zeros(length, dtype=np.int64)
                    places = np.empty(length, dtype=np.int64)
                    held = size
                    size = 0
                    for j in range(begin, begin + held):
                        size = _put_fraction(tops[j], bottoms[j], tops, bottoms, begin, size, owners, places, s)
                p = tops[i]
                q = bottoms[i]
                for j in range(start[b], start[b + 1]):
                    u = tops[j]
                    v = bottoms[j]
                    if flags & PLUS and (zero or p * v + u * q):
                        size = _put_fraction(p * v + u * q, q * v, tops, bottoms, begin, size, owners, places, s)
                    if flags & MINUS and (zero or p * v - u * q):
                        d = abs(p * v - u * q)
                        size = _put_fraction(d, q * v, tops, bottoms, begin, size, owners, places, s)
                        if signed:
                            size = _put_fraction(-d, q * v, tops, bottoms, begin, size, owners, places, s)
                    if flags & TIMES:
                        size = _put_fraction(p * u, q * v, tops, bottoms, begin, size, owners, places, s)
                    if flags & OVER:
                        if u:
                            d = p * v if u > 0 else -p * v
                            size = _put_fraction(d, q * abs(u), tops, bottoms, begin, size, owners, places, s)
                        if p:
                            d = u * q if p > 0 else -u * q
                            size = _put_fraction(d, v * abs(p), tops, bottoms, begin, size, owners, places, s)
        start[s + 1] = begin + size
    return tops[: start[parts]], bottoms[: start[parts]], start


@compiled(error_model="numpy")
def _hit(p, q, low, high, hit):
    """Mark p / q, q > 0, if it is a target."""
    t = p // q
    if low <= t <= high and t * q == p:
        hit[t - low] = True


@undisturbed
@compiled(error_model="numpy")
def mark_fractions(tops, bottoms, start, splits, first, last, flags, low, high):
    """Mark the targets that the splits of a part reach by way of fractions: `mark_whole` for `fraction_values`."""
    hit = np.zeros(high - low + 1, dtype=np.bool_)
    for k in range(first, last):
        a = splits[k, 0]
        b = splits[k, 1]
        for i in range(start[a], start[a + 1]):
            p = tops[i]
            q = bottoms[i]
            for j in range(start[b], start[b + 1]):
                u = tops[j]
                v = bottoms[j]
                if flags & PLUS:
                    _hit(p * v + u * q, q * v, low, high, hit)
                if flags & MINUS:
                    _hit(abs(p * v - u * q), q * v, low, high, hit)
                if flags & TIMES:
                    _hit(p * u, q * v, low, high, hit)
                if flags & OVER and p and u and (p > 0) == (u > 0):
                    _hit(abs(p * v), q * abs(u), low, high, hit)
                    _hit(abs(u * q), v * abs(p), low, high, hit)
    return hit
