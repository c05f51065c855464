"""Compiled inner loops of the formula counts.  Plain twins live in the tests; `counting` tells the idea.

Conventions.  Values and counts are int64 arrays, one-dimensional.  ``xs`` are the different values of a function,
ascending, ``gs`` their counts (not negative), and ``xf`` the same values as float64.  A *dense* array for a bound B
has 2B + 1 entries, entry v + B for the value v.  ``use`` is a bool array, shape (4,): whether + - * / may be used.
Values, and sums and products of two of them wherever they are formed, stay below 2^50 in size, and all counts below
2^63: `counting` sees to it beforehand.

A float decides whether d divides x, and cannot err: let q be x * (1 / d), rounded to a whole number.  If d divides x,
then x * (1 / d) is off by less than |x / d| 2^-51 < 1/2, so q is the quotient.  Conversely q * d is a whole number
below 2^53 and calculated without error; if it is x, then d divides x.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled


@undisturbed
@compiled
def expand(xs, fs, ys, cs, ways, use, values, counts, at):
    """Append all results of x op y and y op x, one entry each, to ``values`` and ``counts``; return the new length.

    The pair (x, y) comes ``ways * fs * cs`` times; at most ``6 * len(xs) * len(ys)`` entries are written.
    """
    for i in range(len(xs)):
        x = xs[i]
        for j in range(len(ys)):
            y = ys[j]
            n = ways * fs[i] * cs[j]
            if use[0]:
                values[at] = x + y
                counts[at] = 2 * n
                at += 1
            if use[1]:
                values[at] = x - y
                values[at + 1] = y - x
                counts[at] = n
                counts[at + 1] = n
                at += 2
            if use[2]:
                values[at] = x * y
                counts[at] = 2 * n
                at += 1
            if use[3]:
                if y != 0 and x % y == 0:
                    values[at] = x // y
                    counts[at] = n
                    at += 1
                if x != 0 and y % x == 0:
                    values[at] = y // x
                    counts[at] = n
                    at += 1
    return at


@undisturbed
@compiled
def collapse(values, counts, size, keys, sums, used):
    """Put equal values together, in place, in the order of their first appearance; return how many there are.

    ``keys``, ``sums`` (int64) are an open hash table whose length is a power of two of at least ``2 * size``; its
    ``sums`` are zero before and after.  ``used`` is scratch of at least ``size``.  No count may be zero.
    """
    mask = len(keys) - 1
    found = 0
    for i in range(size):
        value = values[i]
        slot = np.int64((np.uint64(value) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & mask
        while sums[slot] != 0 and keys[slot] != value:
            slot = (slot + 1) & mask
        if sums[slot] == 0:
            keys[slot] = value
            used[found] = slot
            found += 1
        sums[slot] += counts[i]
    for k in range(found):
        slot = used[k]
        values[k] = keys[slot]
        counts[k] = sums[slot]
        sums[slot] = 0
    return found


@undisturbed
@compiled
def add_deals(starts, places, counts, weights, sums):
    """Add the functions of all deals, each with its weight, to ``sums``.

    Deal p has the entries ``starts[p]`` to ``starts[p + 1]``: ``places`` in ``sums``, and ``counts``.
    """
    for p in range(len(weights)):
        weight = weights[p]
        if weight != 0:
            for k in range(starts[p], starts[p + 1]):
                sums[places[k]] += weight * counts[k]


@compiled
def _near(xs, middle, radius):
    """Return lo and hi, so that ``xs[lo:hi]`` are from ``middle - radius`` to ``middle + radius``."""
    return np.searchsorted(xs, middle - radius, "left"), np.searchsorted(xs, middle + radius, "right")


@compiled
def _quotients(xf, gs, shift, divisor, scale, plus, minus, bound, dense):
    """Count the x for which ``divisor`` divides x + shift, and note the quotients times ``scale``, t, if |t| <= bound.

    ``plus`` is added for t and ``minus`` for -t, each times the count of x.
    """
    inverse = 1.0 / np.float64(divisor)
    d = np.float64(divisor)
    s = np.float64(shift)
    top = np.float64(bound // abs(scale))
    count = np.int64(0)
    for i in range(len(xf)):
        v = xf[i] + s
        q = np.rint(v * inverse)
        if q * d == v:
            g = gs[i]
            count += g
            if abs(q) <= top:
                t = np.int64(q) * scale
                dense[bound + t] += plus * g
                dense[bound - t] += minus * g
    return count


@compiled
def _combine(xs, xf, gs, total, y, c, both, use, bound, dense):
    """Add x op y, and y op x if ``both``, to a dense array; return how many quotients are whole numbers.

    ``total`` is the sum of ``gs``; the number y comes c times.
    """
    twice = 2 * c if both else c
    back = c if both else np.int64(0)
    quotients = np.int64(0)
    if use[0]:
        lo, hi = _near(xs, -y, bound)
        for i in range(lo, hi):
            dense[bound + xs[i] + y] += twice * gs[i]
    if use[1]:
        lo, hi = _near(xs, y, bound)
        for i in range(lo, hi):
            dense[bound + xs[i] - y] += c * gs[i]
            dense[bound - xs[i] + y] += back * gs[i]
    if use[2]:
        if y == 0:
            dense[bound] += twice * total
        else:
            lo, hi = _near(xs, 0, bound // abs(y))
            for i in range(lo, hi):
                dense[bound + xs[i] * y] += twice * gs[i]
    if use[3]:
        if y != 0:
            quotients += c * _quotients(xf, gs, 0, y, 1, c, 0, bound, dense)
        if both:
            # y / x is zero for y = 0, and |x| <= |y| otherwise.
            lo, hi = _near(xs, 0, abs(y)) if y != 0 else (0, len(xs))
            for i in range(lo, hi):
                x = xs[i]
                if x != 0 and y % x == 0:
                    quotients += c * gs[i]
                    if abs(y // x) <= bound:
                        dense[bound + y // x] += c * gs[i]
    return quotients


@undisturbed
@compiled
def root(xs, xf, gs, ys, cs, both, use, bound, dense):
    """Count the formulae x op y, and y op x if ``both``, and add their values up to ``bound`` to a dense array.

    Returns how many there are, of any value, in O(len(xs) * len(ys)), with one division for each pair; without division
    only the pairs with small results count.
    """
    total = gs.sum()
    plain = np.int64(use[0]) + np.int64(use[1]) + np.int64(use[2])
    if both:
        plain *= 2
    count = plain * total * cs.sum()
    for j in range(len(ys)):
        count += _combine(xs, xf, gs, total, ys[j], cs[j], both, use, bound, dense)
    return count


@undisturbed
@compiled
def nested(xs, xf, gs, ys, cs, card, ways, use, bound, dense, small, multiples):
    """Count the formulae v op card and card op v, where v is x op y or y op x; add their values to a dense array.

    ``card`` is positive and comes ``ways`` times; ``small``, dense for ``bound + card``, and ``multiples``, dense for
    ``bound``, are scratch, and zero before and after: the v of small size, and v / card for the multiples of the card.
    Returns how many there are, of any value.
    """
    total = gs.sum()
    plain = np.int64(use[0]) + np.int64(use[1]) + np.int64(use[2])
    inner = 2 * plain * total * cs.sum()
    divided = np.int64(0)
    reach = bound + card
    for j in range(len(ys)):
        y = ys[j]
        c = cs[j]
        inner += _combine(xs, xf, gs, total, y, c, both=True, use=use, bound=reach, dense=small)
        if not use[3]:
            continue
        if use[0]:
            divided += 2 * c * _quotients(xf, gs, y, card, 1, 2 * c, 0, bound, multiples)
        if use[1]:
            divided += 2 * c * _quotients(xf, gs, -y, card, 1, c, c, bound, multiples)
        if use[2]:
            if y == 0:
                divided += 2 * c * total
                multiples[bound] += 2 * c * total
            else:
                # card divides x * y if and only if card / gcd divides x.
                a = card
                common = abs(y)
                while a != 0:
                    a, common = common % a, a
                divided += 2 * c * _quotients(xf, gs, 0, card // common, y // common, 2 * c, 0, bound, multiples)
        if y != 0:
            divided += c * _quotients(xf, gs, 0, y * card, 1, c, 0, bound, multiples)
        lo, hi = _near(xs, 0, abs(y)) if y != 0 else (0, len(xs))
        for i in range(lo, hi):
            x = xs[i]
            if x != 0 and y % x == 0 and (y // x) % card == 0:
                divided += c * gs[i]
                if abs(y // x) <= bound * card:
                    multiples[bound + y // x // card] += c * gs[i]
    count = 2 * plain * inner + divided
    for t in range(-bound, bound + 1):
        n = multiples[t + bound]
        if use[0]:
            n += 2 * small[t - card + reach]
        if use[1]:
            n += small[t + card + reach] + small[card - t + reach]
        if use[2] and t % card == 0:
            n += 2 * small[t // card + reach]
        dense[t + bound] += ways * n
    if use[3]:
        for v in range(1, card + 1):
            if card % v == 0:
                n = small[reach + v] + small[reach - v]
                count += n
                if card // v <= bound:
                    dense[bound + card // v] += ways * small[reach + v]
                    dense[bound - card // v] += ways * small[reach - v]
    small[:] = 0
    multiples[:] = 0
    return ways * count
