"""Compiled inner loops of the odds over all deals.  Plain twins live in the tests.

Conventions.  A *multiset* of n cards is a row of n ascending indices of values of the deck; its *rank* among all
such rows is that of the combinatorial number system, and ``index[rank]`` is its row in ``members``, or -1 if the deck
has fewer copies.  The *values* of a multiset are the positive integers that all of its cards can make.  Small
multisets keep them as a list of numbers of entries in ``universe``, the values that occur on that level; ``table`` is
the way back, a hash table of (value, number) with linear probing, where the value 0 marks a free place.  Large
multisets keep bits: bit s stands for the value ``slots[s]``, and the first ``reach`` slots are the integers from 0 on,
where ``reach`` is a multiple of 64.

All integers are below 2^62; the caller has made sure of that.  ``plus``, ``minus``, ``times`` and ``over`` say
which operators may be used.  A product or quotient with 1 is left out: it spends a card on nothing.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_WORD = np.uint64(63)
# A de Bruijn sequence tells which single bit of a word is set.
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACE = np.zeros(64, dtype=np.int64)
for _i in range(64):
    _PLACE[(0x03F79D71B4CB0A89 << _i) % (1 << 64) >> 58] = _i


@undisturbed
@compiled(error_model="numpy")
def multisets(copies, n, count, binomials, ranks):
    """Return all multisets of n cards in lexicographic order, shape (count, n), and their ``index``."""
    members = np.empty((count, n), dtype=np.int64)
    index = np.empty(ranks, dtype=np.int32)
    for i in range(ranks):
        index[i] = -1
    row = np.empty(n, dtype=np.int64)
    place = 0
    value = 0
    for s in range(count):
        # From `place` on the row takes the smallest values that are left, `value` first.
        left = copies[value]
        for i in range(place, n):
            while left == 0:
                value += 1
                left = copies[value]
            row[i] = value
            left -= 1
        for i in range(n):
            members[s, i] = row[i]
        index[_rank(row, n, binomials)] = s
        if s + 1 == count:
            break
        # The last place that can be raised is raised: what follows has to find enough cards.
        place = n - 1
        while True:
            value = row[place] + 1
            left = 0
            for v in range(value, len(copies)):
                left += copies[v]
            if left >= n - place:
                break
            place -= 1
    return members, index


@compiled(error_model="numpy")
def _rank(row, n, binomials):
    rank = 0
    for i in range(n):
        rank += binomials[row[i] + i, i + 1]
    return rank


@compiled(error_model="numpy")
def _find(table, x):
    mask = len(table) - 1
    place = np.int64((np.uint64(x) * _MULTIPLIER) >> np.uint64(32)) & mask
    while table[place, 0] != x:
        if table[place, 0] == 0:
            return -1 - place
        place = (place + 1) & mask
    return table[place, 1]


@compiled(error_model="numpy")
def _longer(array):
    # As `np.concatenate` would do it, at a fraction of the time to compile.
    longer = np.empty(2 * len(array), dtype=array.dtype)
    for i in range(len(array)):
        longer[i] = array[i]
    return longer


@compiled(error_model="numpy")
def hash_values(universe, size):
    """Return the hash table of different positive integers; ``size`` is a power of two above their number."""
    table = np.zeros((size, 2), dtype=np.int64)
    for i in range(len(universe)):
        if universe[i] > 0:
            place = -1 - _find(table, universe[i])
            table[place, 0] = universe[i]
            table[place, 1] = i
    return table


@undisturbed
@compiled(error_model="numpy")
def grow(members, cards, cap, lower, index, index_at, starts, binomials, reach, plus, minus, times, over):
    """List the values up to ``cap`` of all multisets of n cards, ``members``, shape (count, n), from those of fewer.

    The smaller ones' values stand one list after the other in ``lower``, int64, from ``starts`` on.  Ranks become
    numbers by ``index``, whose part for m cards begins at ``index_at[m]``; numbers count through all of them.
    ``cards``, the deck's values, are used for n = 1.

    Returns ``starts``, ``items``, which are numbers in ``universe``, that, its hash table, and the bits of values below
    ``reach``; bit 0 is set if two disjoint parts have a value in common and there is ``-``.
    """
    count, n = members.shape
    own = np.zeros(count + 1, dtype=np.int64)
    items = np.empty(1 << 12, dtype=np.int32)
    universe = np.empty(1 << 10, dtype=np.int64)
    stamp = np.empty(1 << 10, dtype=np.int64)
    table = np.zeros((1 << 12, 2), dtype=np.int64)
    bits = np.zeros((count, reach >> 6), dtype=np.uint64)
    first = np.empty(n, dtype=np.int64)
    second = np.empty(n, dtype=np.int64)
    made = np.empty(5, dtype=np.int64)
    known, used = 0, 0
    for s in range(count):
        # A split is told by the part that holds the first card.
        for mask in range(1, 1 << n, 2):
            if n > 1 and mask == (1 << n) - 1:
                continue
            a, b, twin = 0, 0, False
            for i in range(n):
                if mask >> i & 1:
                    # Of equal cards the first ones are taken: the others would give the same split.
                    twin = twin or (i > 0 and members[s, i] == members[s, i - 1] and not mask >> (i - 1) & 1)
                    first[a] = members[s, i]
                    a += 1
                else:
                    second[b] = members[s, i]
                    b += 1
            if twin:
                continue
            left, left_end, right, right_end = 0, 1, 0, 1
            if n > 1:
                one = index[index_at[a] + _rank(first, a, binomials)]
                two = index[index_at[b] + _rank(second, b, binomials)]
                left, left_end = starts[one], starts[one + 1]
                right, right_end = starts[two], starts[two + 1]
            for i in range(left, left_end):
                for j in range(right, right_end):
                    results = 0
                    if n == 1:
                        made[0] = cards[members[s, 0]]
                        results = 1
                    else:
                        x = max(lower[i], lower[j])
                        y = min(lower[i], lower[j])
                        if plus:
                            made[results] = x + y
                            results += 1
                        if minus:
                            if x > y:
                                made[results] = x - y
                                results += 1
                            else:
                                bits[s, 0] |= _ONE
                        if y > 1:
                            if times:
                                made[results] = x * y
                                results += 1
                            if over:
                                quotient = x // y
                                if quotient * y == x:
                                    made[results] = quotient
                                    results += 1
                    for k in range(results):
                        z = made[k]
                        if z > cap:
                            continue
                        number = _find(table, z)
                        if number < 0:
                            if known == len(universe):
                                universe = _longer(universe)
                                stamp = _longer(stamp)
                            if 4 * known >= len(table):
                                table = hash_values(universe[:known], 4 * len(table))
                                number = _find(table, z)
                            table[-1 - number, 0] = z
                            table[-1 - number, 1] = known
                            universe[known] = z
                            stamp[known] = -1
                            number = known
                            known += 1
                        if stamp[number] != s:
                            stamp[number] = s
                            if used == len(items):
                                items = _longer(items)
                            items[used] = number
                            used += 1
                            if z < reach:
                                bits[s, z >> 6] |= _ONE << np.uint64(z & 63)
        own[s + 1] = used
    return own, items[:used], universe[:known], table, bits


@undisturbed
@compiled(error_model="numpy")
def entries(slots, others, table, size, reach, near, plus, minus, times, over):
    """List what a value x and one of ``others`` make of the wanted ``slots``, for every x of a level.

    The level has ``size`` values in a hash table; sums and differences below ``reach`` of two values up to ``near`` are
    left out, as shifting bits is faster.  Returns ``starts``, ``rows`` and ``places``: for the value x with number i
    the results are the slots ``places[starts[i]:starts[i + 1]]``, made with the ``others`` whose numbers are in the
    same part of ``rows``.
    """
    found = np.empty(3 << 12, dtype=np.int32)
    count = 0
    top = np.int64(0)
    for i in range(len(table)):
        top = max(top, table[i, 0])
    made = np.empty(6, dtype=np.int64)
    for v in range(len(others)):
        y = others[v]
        for s in range(len(slots)):
            z = slots[s]
            results = 0
            shifted = y <= near and s < reach
            if plus and z > y and not (shifted and z - y <= near):
                made[results] = z - y
                results += 1
            if minus:
                if not (shifted and z + y <= near):
                    made[results] = z + y
                    results += 1
                if 0 < z < y and not (shifted and y - z <= near):
                    made[results] = y - z
                    results += 1
            if z > 0 and y > 1:
                if over:
                    made[results] = z * y
                    results += 1
                    if z < y:
                        x = y // z
                        if x * z == y:
                            made[results] = x
                            results += 1
                if times and z > y:
                    x = z // y
                    if x * y == z:
                        made[results] = x
                        results += 1
            for k in range(results):
                # Most values are beyond all of the level: that need not be looked up.
                number = _find(table, made[k]) if made[k] <= top else -1
                if number >= 0:
                    if count == len(found):
                        found = _longer(found)
                    found[count] = number
                    found[count + 1] = v
                    found[count + 2] = s
                    count += 3
    starts = np.zeros(size + 1, dtype=np.int64)
    for e in range(0, count, 3):
        starts[found[e] + 1] += 1
    for i in range(size):
        starts[i + 1] += starts[i]
    rows = np.empty(count // 3, dtype=np.int32)
    places = np.empty(count // 3, dtype=np.int32)
    # `starts[i]` walks to the end of its part, which is where the next one begins.
    for e in range(0, count, 3):
        to = starts[found[e]]
        starts[found[e]] += 1
        rows[to] = found[e + 1]
        places[to] = found[e + 2]
    for i in range(size, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0
    return starts, rows, places


@compiled(error_model="numpy")
def _or_shifted(row, words, bits, offset):
    """Join ``row[:words]`` and the bits from ``offset`` on."""
    start = offset >> 6
    shift = np.uint64(offset & 63)
    back = _WORD - shift
    for w in range(words):
        row[w] |= (bits[start + w] >> shift) | ((bits[start + w + 1] << _ONE) << back)


@undisturbed
@compiled(error_model="numpy")
def cross(
    members, starts, items, universe, other_members, other_starts, other_items, others,
    entry_starts, entry_rows, entry_places, reach, near, plus, minus, offset, binomials, index, bits,
):  # fmt: skip
    """Join the values of every two multisets that make a multiset of the deck, and put them into its bits.

    The first of the larger multisets, ``members``, has the number ``offset``.  If that is not -1, the smaller ones,
    ``other_*``, are the same, and each pair is taken once.  ``entry_*`` come from `entries`; sums and differences below
    ``reach`` of values up to ``near`` (a multiple of 64) are made by shifting.  ``bits``, uint64, shape (count, words),
    has a row for the joined multiset of each rank in ``index``.
    """
    a = members.shape[1]
    b = other_members.shape[1]
    words = bits.shape[1]
    small = reach >> 6
    forward = np.zeros((2 * near + reach >> 6) + 2, dtype=np.uint64)
    backward = np.zeros(len(forward), dtype=np.uint64)
    rows = np.zeros((len(others), words), dtype=np.uint64)
    joined = np.empty(a + b, dtype=np.int64)
    for s in range(len(members)):
        for v in range(len(others)):
            for w in range(words):
                rows[v, w] = _ZERO
        for w in range(len(forward)):
            forward[w] = _ZERO
            backward[w] = _ZERO
        for i in range(starts[s], starts[s + 1]):
            number = items[i]
            x = universe[number]
            if x <= near:
                forward[(near + x) >> 6] |= _ONE << np.uint64((near + x) & 63)
                backward[(near - x) >> 6] |= _ONE << np.uint64((near - x) & 63)
            for e in range(entry_starts[number], entry_starts[number + 1]):
                place = entry_places[e]
                rows[entry_rows[e], place >> 6] |= _ONE << np.uint64(place & 63)
        for v in range(len(others)):
            y = others[v]
            if y <= near:
                if plus:
                    _or_shifted(rows[v], small, forward, near - y)
                if minus:
                    _or_shifted(rows[v], small, forward, near + y)
                    _or_shifted(rows[v], small, backward, near - y)
        for t in range(offset + s if offset >= 0 else 0, len(other_members)):
            i, j = 0, 0
            for k in range(a + b):
                if j == b or (i < a and members[s, i] <= other_members[t, j]):
                    joined[k] = members[s, i]
                    i += 1
                else:
                    joined[k] = other_members[t, j]
                    j += 1
            d = index[_rank(joined, a + b, binomials)]
            if d < 0:
                continue
            to = bits[d]
            for k in range(other_starts[t], other_starts[t + 1]):
                row = rows[other_items[k]]
                for w in range(words):
                    to[w] |= row[w]


@undisturbed
@compiled(error_model="numpy")
def list_bits(bits):
    """Return the numbers of the bits that are set, row after row, as ``starts`` and ``items``; bit 0 is left out."""
    count, words = bits.shape
    starts = np.zeros(count + 1, dtype=np.int64)
    items = np.empty(1 << 12, dtype=np.int32)
    used = 0
    for s in range(count):
        for w in range(words):
            word = bits[s, w]
            if w == 0:
                word &= ~_ONE
            if used + 64 > len(items):
                items = _longer(items)
            while word:
                lowest = word & (~word + _ONE)
                items[used] = 64 * w + _PLACE[np.int64((lowest * _DE_BRUIJN) >> np.uint64(58))]
                used += 1
                word ^= lowest
        starts[s + 1] = used
    return starts, items[:used]


@undisturbed
@compiled(error_model="numpy")
def settle(members, bits, reach, before, index, binomials):
    """Return the fewest cards of each multiset that make each integer below ``reach``, 255 if none do.

    ``bits`` are the values that all n cards of a multiset make; ``before``, uint8, shape (count, reach), and ``index``,
    rank to row there, the answer for n - 1 cards, which is not looked at for n = 1.
    """
    count, n = members.shape
    fewest = np.empty((count, reach), dtype=np.uint8)
    rest = np.empty(n, dtype=np.int64)
    for s in range(count):
        to = fewest[s]
        for w in range(reach >> 6):
            word = bits[s, w]
            for b in range(64):
                to[64 * w + b] = np.uint8(n) if (word >> np.uint64(b)) & _ONE else np.uint8(255)
        if n == 1:
            continue
        for i in range(n):
            if i > 0 and members[s, i] == members[s, i - 1]:
                continue
            k = 0
            for j in range(n):
                if j != i:
                    rest[k] = members[s, j]
                    k += 1
            row = before[index[_rank(rest, n - 1, binomials)]]
            for t in range(reach):
                to[t] = min(to[t], row[t])
    return fewest


@undisturbed
@compiled(error_model="numpy")
def tally(fewest, first, last, most, used, within):
    """Count targets for each deal, from columns ``first`` to ``last`` of its ``fewest`` numbers.

    ``fewest``, uint8, shape (deals, values), has 0 or more than ``most`` for none.  To be filled, int64, are ``used``,
    shape (deals, most + 1), targets that need exactly that number of numbers, and ``within``, shape (deals, distances),
    targets whose closest value is exactly so far away.
    """
    deals, values = fewest.shape
    far = within.shape[1]
    for d in range(deals):
        row = fewest[d]
        for k in range(1, most + 1):
            total = 0
            for t in range(first, last + 1):
                total += row[t] == k
            used[d, k] = total
            within[d, 0] += total
        below = -far
        t = 0
        while t < values:
            if 0 < row[t] <= most:
                below = t
                t += 1
                continue
            end = t
            while end < values and not 0 < row[end] <= most:
                end += 1
            above = end if end < values else values + far
            for hole in range(max(t, first), min(end, last + 1)):
                distance = min(hole - below, above - hole)
                if distance < far:
                    within[d, distance] += 1
            t = end


@undisturbed
@compiled(error_model="numpy")
def hits(fewest, rows, first, last, most, counts):
    """Add to ``counts``, int64, one for each target, how many of the deals ``rows`` can make it."""
    for r in rows:
        row = fewest[r]
        for t in range(first, last + 1):
            counts[t - first] += 0 < row[t] <= most
