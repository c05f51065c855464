"""Compiled inner loops for vector cuts: sets of vertices with a vector for each.  Plain twins live in the tests.

A vector is an integer, with ``width`` bits for each coordinate: 1 over the field with two elements, 2 over the one with
four (`perfectplay.matching.cuts`); where only its multiples matter, the least of them stands for all.  A linear
subspace, or any set of vectors, is a word of 64 bits: bit v says whether v is in it.  So to span one vector more, or to
ask whether two subspaces have vectors that differ by v, takes some shifts of words.

The graph is given as for `perfectplay.matching.kernels.relaxation`: *own* vertices are candidates for the set,
*opposite* ones the other ends of their pairs.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.work.compiled import compiled

_SUPPORT = 1e-6
_ONE = np.uint64(1)
_WITHOUT = np.array(
    [
        0x5555555555555555,
        0x3333333333333333,
        0x0F0F0F0F0F0F0F0F,
        0x00FF00FF00FF00FF,
        0x0000FFFF0000FFFF,
        0x00000000FFFFFFFF,
    ],
    np.uint64,
)
"""For each t the set of vectors without bit t."""


@compiled
def _moved(space, v):
    """Add v to each vector of a set."""
    t = 0
    while v:
        if v & 1:
            by = np.uint64(1 << t)
            low = _WITHOUT[t]
            space = ((space & low) << by) | ((space >> by) & low)
        v >>= 1
        t += 1
    return space


@compiled
def _spanned(space, v, twin):
    """Span of a subspace and a vector."""
    space |= _moved(space, v)
    if twin[v] != v:
        space |= _moved(space, twin[v])
    return space


# Written into their callers: a call, with all these arrays, costs as much as what they do.
@compiled(inline="always")
def _closed(count, vs, ws, twin, before, flags):
    """Sum of the weights of those vectors that the others span; with ``flags``, which those are.

    ``before`` is scratch space, uint64 of shape (count + 1,).
    """
    if count < 2:
        if count == 1:
            flags[0] = False
        return 0.0
    if count == 2:
        # Points of the projective space have one vector each.
        both = vs[0] == vs[1]
        flags[0] = both
        flags[1] = both
        return ws[0] + ws[1] if both else 0.0
    before[0] = _ONE
    for i in range(count - 1):
        before[i + 1] = _spanned(before[i], vs[i], twin)
    after = _ONE
    found = 0.0
    for i in range(count - 1, -1, -1):
        # v is spanned by the others if it is a + b with a spanned by those before it and b by those after it.
        inside = (_moved(before[i], vs[i]) & after) != 0
        flags[i] = inside
        if inside:
            found += ws[i]
        after = _spanned(after, vs[i], twin)
    return found


@compiled(inline="always")
def _at(o, vector, x, ob_ptr, ob_pair, own, twin, vs, ws, before, flags):
    """Sum of x over the pairs at an opposite vertex that are in the cut."""
    count = 0
    for k in range(ob_ptr[o], ob_ptr[o + 1]):
        e = ob_pair[k]
        v = vector[own[e]]
        if v > 0:
            vs[count] = v
            ws[count] = x[e]
            count += 1
    return _closed(count, vs, ws, twin, before, flags)


@compiled
def _spans_all(count, vs, bits, twin):
    """Whether vectors span all vectors of that number of bits."""
    space = _ONE
    for i in range(count):
        space = _spanned(space, vs[i], twin)
    everything = np.uint64(0xFFFFFFFFFFFFFFFF) if bits == 6 else (_ONE << np.uint64(1 << bits)) - _ONE
    return space == everything


@compiled
def closed_pairs(members, vectors, twin, nb_ptr, nb_pair, ob_ptr, ob_pair, own, opp, mark, seen):
    """Pairs of the vector cut of a set: int64, in no order.

    ``mark`` (int64, shape (n,)) and ``seen`` (bool, shape (n,)) must be zero and are left zero.
    """
    size = 0
    for i in range(len(members)):
        mark[members[i]] = vectors[i]
        size += nb_ptr[members[i] + 1] - nb_ptr[members[i]]
    out = np.empty(size, np.int64)
    here = np.empty(size, np.int64)
    vs = np.empty(size, np.int64)
    ws = np.zeros(size, np.float64)
    before = np.empty(size + 1, np.uint64)
    flags = np.empty(size, np.bool_)
    found = 0
    for i in range(len(members)):
        for k in range(nb_ptr[members[i]], nb_ptr[members[i] + 1]):
            o = opp[nb_pair[k]]
            if seen[o]:
                continue
            seen[o] = True
            count = 0
            for j in range(ob_ptr[o], ob_ptr[o + 1]):
                e = ob_pair[j]
                v = mark[own[e]]
                if v > 0:
                    vs[count] = v
                    here[count] = e
                    count += 1
            _closed(count, vs, ws, twin, before, flags)
            for j in range(count):
                if flags[j]:
                    out[found] = here[j]
                    found += 1
    for i in range(len(members)):
        mark[members[i]] = 0
        for k in range(nb_ptr[members[i]], nb_ptr[members[i] + 1]):
            seen[opp[nb_pair[k]]] = False
    return out[:found]


@compiled
def combine(
    members,
    vectors,
    ptr,
    ranks,
    width,
    twin,
    most_rank,
    least,
    most,
    x,
    nb_ptr,
    nb_pair,
    ob_ptr,
    ob_pair,
    own,
    opp,
    mark,
    seen,
):
    """Combine pairs of sets that share members, and keep the nearly violated combinations.

    A member of both gets both vectors, one behind the other; ranks add up, and pairs of a rank above ``most_rank`` are
    passed over.  The sets are ``members[ptr[i] : ptr[i + 1]]`` with their vectors, and the rank of each.  ``most``
    pairs are tried, each n-th if there are more, and kept with a violation x(F) - |S| + K of ``least``, usually
    negative.  ``mark`` and ``seen`` are those of `closed_pairs`.  Returns the combinations as sets were given.
    """
    sets = len(ptr) - 1
    n = len(nb_ptr) - 1
    of_ptr = np.zeros(n + 1, np.int64)
    for i in range(len(members)):
        of_ptr[members[i] + 1] += 1
    for i in range(n):
        of_ptr[i + 1] += of_ptr[i]
    of = np.empty(len(members), np.int64)
    fill = of_ptr[:-1].copy()
    for i in range(sets):
        for k in range(ptr[i], ptr[i + 1]):
            of[fill[members[k]]] = i
            fill[members[k]] += 1
    # How many pairs there are, first, to tell how many to pass over.
    stamp = np.full(sets, -1, np.int64)
    total = 0
    for i in range(sets):
        for k in range(ptr[i], ptr[i + 1]):
            m = members[k]
            for s in range(of_ptr[m], of_ptr[m + 1]):
                j = of[s]
                if j < i and stamp[j] != i and ranks[i] + ranks[j] <= most_rank:
                    stamp[j] = i
                    total += 1
    share = 1.0 if total <= most else most / total
    credit = 0.0
    longest = 0
    for o in range(n):
        longest = max(longest, ob_ptr[o + 1] - ob_ptr[o])
    vs = np.empty(longest, np.int64)
    ws = np.empty(longest, np.float64)
    before = np.empty(longest + 1, np.uint64)
    flags = np.empty(longest, np.bool_)
    touched = np.empty(n, np.int64)
    spanning = np.empty(n, np.int64)
    capacity = 1 << 14
    out_members = np.empty(capacity, np.int64)
    out_vectors = np.empty(capacity, np.int64)
    out_ptr = np.zeros(min(total, most) + 2, np.int64)
    out_ranks = np.empty(min(total, most) + 2, np.int64)
    found = 0
    stamp[:] = -1
    for i in range(sets):
        for k in range(ptr[i], ptr[i + 1]):
            m = members[k]
            for s in range(of_ptr[m], of_ptr[m + 1]):
                j = of[s]
                if j >= i or stamp[j] == i or ranks[i] + ranks[j] > most_rank:
                    continue
                stamp[j] = i
                credit += share
                if credit < 1.0:
                    continue
                credit -= 1.0
                rank = ranks[i] + ranks[j]
                size = 0
                for a in range(ptr[i], ptr[i + 1]):
                    touched[size] = members[a]
                    size += 1
                    mark[members[a]] = vectors[a]
                for a in range(ptr[j], ptr[j + 1]):
                    if mark[members[a]] == 0:
                        touched[size] = members[a]
                        size += 1
                    mark[members[a]] |= vectors[a] << (width * ranks[i])
                value = np.float64(rank - size)
                for a in range(size):
                    for e in range(nb_ptr[touched[a]], nb_ptr[touched[a] + 1]):
                        o = opp[nb_pair[e]]
                        if not seen[o]:
                            seen[o] = True
                            value += _at(o, mark, x, ob_ptr, ob_pair, own, twin, vs, ws, before, flags)
                for a in range(size):
                    for e in range(nb_ptr[touched[a]], nb_ptr[touched[a] + 1]):
                        seen[opp[nb_pair[e]]] = False
                for a in range(size):
                    spanning[a] = mark[touched[a]]
                # Those of sets within each other may span less than the two ranks together, and be worth nothing.
                if value > least and _spans_all(size, spanning, width * rank, twin):
                    if out_ptr[found] + size > capacity:
                        more = np.empty(capacity + 2 * size, np.int64)
                        out_members = np.concatenate((out_members, more))
                        out_vectors = np.concatenate((out_vectors, more))
                        capacity = len(out_members)
                    at = out_ptr[found]
                    for a in range(size):
                        out_members[at + a] = touched[a]
                        out_vectors[at + a] = mark[touched[a]]
                    out_ranks[found] = rank
                    found += 1
                    out_ptr[found] = at + size
                for a in range(size):
                    mark[touched[a]] = 0
    end = out_ptr[found]
    return out_members[:end], out_vectors[:end], out_ptr[: found + 1], out_ranks[:found]


@compiled(inline="always")
def _shares(o, skip, vector, x, ob_ptr, ob_pair, own, twin, points, vs, ws, count_of, sums):
    """Work out what the members at an opposite vertex, without one, contribute if that one has this or that vector.

    Puts into ``sums[v]``, for each v of ``points``, the x of the pairs of the others that are in the cut, and returns
    the span of the others.  ``count_of`` (int64, shape (64,)) must be zero and is left zero.
    """
    count = 0
    for k in range(ob_ptr[o], ob_ptr[o + 1]):
        b = own[ob_pair[k]]
        if vector[b] > 0 and b != skip:
            vs[count] = vector[b]
            ws[count] = x[ob_pair[k]]
            count_of[vector[b]] += 1
            count += 1
    space = _ONE
    always = 0.0
    for i in range(count):
        if (space >> np.uint64(vs[i])) & _ONE == 0:
            space = _spanned(space, vs[i], twin)
    for v in points:
        sums[v] = 0.0
    for i in range(count):
        if count_of[vs[i]] > 1:
            always += ws[i]
        elif ws[i] > 0.0:
            rest = _ONE
            for j in range(count):
                if j != i and (rest >> np.uint64(vs[j])) & _ONE == 0:
                    rest = _spanned(rest, vs[j], twin)
            if (rest >> np.uint64(vs[i])) & _ONE:
                always += ws[i]
            else:
                # By exchange, it and the rest span v, the rest alone do not: then v and the rest span it.
                apart = space & ~rest
                for v in points:
                    if (apart >> np.uint64(v)) & _ONE:
                        sums[v] += ws[i]
    for v in points:
        sums[v] += always
    for i in range(count):
        count_of[vs[i]] = 0
    return space


@compiled
def _tally(opposite, first, end, only, skip, sign, near):
    """Add what ``opposite[first:end]`` contribute to ``inside``: for one candidate, or for all known ones but one."""
    known, inside, vector, x, ob_ptr, ob_pair, own, twin, points, vs, ws, count_of, sums = near
    for i in range(first, end):
        o = opposite[i]
        shared = False
        space = _ONE
        for k in range(ob_ptr[o], ob_ptr[o + 1]):
            e = ob_pair[k]
            b = own[e]
            if b == skip or not known[b] or (only >= 0 and b != only):
                continue
            # What is left without b is the same for all that are not members.
            if vector[b] > 0 or not shared:
                space = _shares(o, b, vector, x, ob_ptr, ob_pair, own, twin, points, vs, ws, count_of, sums)
                shared = vector[b] == 0
            for v in points:
                inside[b, v] += sign * (sums[v] + (x[e] if v > 0 and (space >> np.uint64(v)) & _ONE else 0.0))


@compiled
def vector_search(
    starts,
    start_vectors,
    start_ptr,
    ranks,
    width,
    twin,
    point_ptr,
    point,
    x,
    nb_ptr,
    nb_pair,
    ob_ptr,
    ob_pair,
    own,
    opp,
    steps,
    least,
):
    """Look for violated vector cuts by tabu search, one run of ``steps`` from each set; sets are those of `combine`.

    A run maximises x(F) - |S| + K by adding, dropping and changing the vector of one vertex at a time.  ``inside``
    keeps, for each candidate and each vector it could have, the sum of x at its opposite vertices: a move changes it
    only for candidates that share one of them.  Returns the best set of each run that violates a cut by ``least``:
    ``members``, ``vectors``, ``ptr``, ``ranks``, ``value``.
    """
    n = len(nb_ptr) - 1
    most_rank = 1
    for i in range(len(ranks)):
        most_rank = max(most_rank, ranks[i])
    longest = 0
    for o in range(n):
        longest = max(longest, ob_ptr[o + 1] - ob_ptr[o])
    vs = np.empty(max(longest, n), np.int64)
    ws = np.empty(max(longest, n), np.float64)
    before = np.empty(longest + 1, np.uint64)
    flags = np.empty(longest, np.bool_)
    vector = np.zeros(n, np.int64)
    best_vector = np.zeros(n, np.int64)
    tabu = np.zeros(n, np.int64)
    known = np.zeros(n, np.bool_)
    seen = np.zeros(n, np.bool_)
    inside = np.zeros((n, 1 << (width * most_rank)), np.float64)
    count_of = np.zeros(64, np.int64)
    sums = np.zeros(64, np.float64)
    candidates = np.empty(n, np.int64)
    opposite = np.empty(n, np.int64)
    beside = np.empty(len(nb_pair), np.int64)
    for k in range(len(nb_pair)):
        beside[k] = opp[nb_pair[k]]
    runs = len(start_ptr) - 1
    capacity = 1 << 14
    members = np.empty(capacity, np.int64)
    vectors = np.empty(capacity, np.int64)
    ptr = np.zeros(runs + 1, np.int64)
    out_ranks = np.zeros(runs, np.int64)
    value = np.zeros(runs, np.float64)
    found = 0
    for run in range(runs):
        rank = ranks[run]
        points = point[point_ptr[rank] : point_ptr[rank + 1]]
        near = (known, inside, vector, x, ob_ptr, ob_pair, own, twin, points, vs, ws, count_of, sums)
        size = start_ptr[run + 1] - start_ptr[run]
        count = 0
        for i in range(start_ptr[run], start_ptr[run + 1]):
            b = starts[i]
            vector[b] = start_vectors[i]
            known[b] = True
            candidates[count] = b
            count += 1
        given = count
        met = 0
        total = 0.0
        i = 0
        # The members add candidates to the list.
        while i < count:
            b = candidates[i]
            for v in points:
                inside[b, v] = 0.0
            for k in range(nb_ptr[b], nb_ptr[b + 1]):
                o = beside[k]
                if not seen[o]:
                    seen[o] = True
                    opposite[met] = o
                    met += 1
                    if i < given:
                        total += _at(o, vector, x, ob_ptr, ob_pair, own, twin, vs, ws, before, flags)
                if i < given:
                    for j in range(ob_ptr[o], ob_ptr[o + 1]):
                        w = own[ob_pair[j]]
                        if not known[w] and (x[nb_pair[k]] > _SUPPORT or x[ob_pair[j]] > _SUPPORT):
                            known[w] = True
                            candidates[count] = w
                            count += 1
            i += 1
        for i in range(met):
            seen[opposite[i]] = False
        _tally(opposite, 0, met, -1, -1, 1.0, near)
        best = least
        best_size = 0
        for step in range(steps + 1):
            violation = total - size + rank
            if violation > best + 1e-7:
                c = 0
                for i in range(count):
                    if vector[candidates[i]] > 0:
                        vs[c] = vector[candidates[i]]
                        c += 1
                if _spans_all(c, vs, width * rank, twin):
                    best = violation
                    best_size = size
                    for i in range(count):
                        best_vector[candidates[i]] = vector[candidates[i]]
            if step == steps or violation < best - 2.0:
                break
            top = -1e9
            move = -1
            new = 0
            for i in range(count):
                b = candidates[i]
                if tabu[b] > step:
                    continue
                old = vector[b]
                base = inside[b, old] + (1.0 if old == 0 else 0.0)
                for v in points:
                    if v != old:
                        gain = inside[b, v] - base + (1.0 if v == 0 else 0.0)
                        if gain > top + 1e-9:
                            top = gain
                            move = b
                            new = v
            if move < 0:
                break
            old = vector[move]
            total += inside[move, new] - inside[move, old]
            size += (1 if old == 0 else 0) - (1 if new == 0 else 0)
            # What each candidate near it adds, with the old vector and with the new one.
            _tally(beside, nb_ptr[move], nb_ptr[move + 1], -1, move, -1.0, near)
            vector[move] = new
            _tally(beside, nb_ptr[move], nb_ptr[move + 1], -1, move, 1.0, near)
            for k in range(nb_ptr[move], nb_ptr[move + 1]):
                o = beside[k]
                for j in range(ob_ptr[o], ob_ptr[o + 1]):
                    b = own[ob_pair[j]]
                    if not known[b] and (x[nb_pair[k]] > _SUPPORT or x[ob_pair[j]] > _SUPPORT):
                        known[b] = True
                        candidates[count] = b
                        count += 1
                        for v in points:
                            inside[b, v] = 0.0
                        _tally(beside, nb_ptr[b], nb_ptr[b + 1], b, -1, 1.0, near)
            # Four to eight steps, in no particular order.
            tabu[move] = step + 4 + (7 * step + move) % 5
        if best_size > 0:
            if ptr[found] + best_size > capacity:
                more = np.empty(capacity + 2 * best_size, np.int64)
                members = np.concatenate((members, more))
                vectors = np.concatenate((vectors, more))
                capacity = len(members)
            at = ptr[found]
            for i in range(count):
                b = candidates[i]
                if best_vector[b] > 0:
                    members[at] = b
                    vectors[at] = best_vector[b]
                    at += 1
            out_ranks[found] = rank
            value[found] = best
            found += 1
            ptr[found] = at
        for i in range(count):
            b = candidates[i]
            vector[b] = 0
            best_vector[b] = 0
            tabu[b] = 0
            known[b] = False
    return members[: ptr[found]], vectors[: ptr[found]], ptr[: found + 1], out_ranks[:found], value[:found]
