"""Compiled inner loops of the exact solver.  Plain twins live in the tests; the ideas are told in the docs.

Conventions.  A graph is given by the flat arrays of `perfectplay.taxman.hasse.Hasse`.  The two separation
kernels see it from one side: *own* vertices are candidates for the set of a cut, *opposite* vertices are the
other ends of their pairs.  For S-cuts own vertices are lower ends, for T-cuts upper ends.

All arrays are int64, float64 or bool, C-contiguous, one-dimensional unless stated.
"""

from __future__ import annotations

import numpy as np

from perfectplay.work.compiled import compiled

__all__ = ["cut_pairs", "peel_core", "peel_greedy", "tabu_search"]

_SUPPORT = 1e-6


@compiled
def _random(state):
    # xorshift64*, so that a run depends on its seed alone.
    s = state[0]
    s ^= s >> np.uint64(12)
    s ^= s << np.uint64(25)
    s ^= s >> np.uint64(27)
    state[0] = s
    return np.float64((s * np.uint64(2685821657736338717)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def _peel(members, count, picked, down_ptr, lower, up_ptr, up_pair, upper, degree, alive, stack):
    """Peel ``members[:count]``; return how many are stuck and leave them marked in ``alive``."""
    for i in range(count):
        alive[members[i]] = True
    for i in range(count):
        p = members[i]
        for e in range(down_ptr[p], down_ptr[p + 1]):
            q = lower[e]
            if not picked[q]:
                degree[q] += 1
    top = 0
    for i in range(count):
        p = members[i]
        for e in range(down_ptr[p], down_ptr[p + 1]):
            q = lower[e]
            if degree[q] == 1:
                stack[top] = q
                top += 1
    left = count
    while top > 0:
        top -= 1
        q = stack[top]
        if degree[q] != 1:
            continue
        owner = -1
        for k in range(up_ptr[q], up_ptr[q + 1]):
            if alive[upper[up_pair[k]]]:
                owner = upper[up_pair[k]]
                break
        if owner < 0:
            continue
        alive[owner] = False
        left -= 1
        for e in range(down_ptr[owner], down_ptr[owner + 1]):
            other = lower[e]
            if not picked[other]:
                degree[other] -= 1
                if degree[other] == 1:
                    stack[top] = other
                    top += 1
    for i in range(count):
        p = members[i]
        for e in range(down_ptr[p], down_ptr[p + 1]):
            degree[lower[e]] = 0
    return left


@compiled
def peel_core(picked, level, level_count, down_ptr, lower, up_ptr, up_pair, upper):
    """Return which picks are stuck: none if and only if the set of picks is a game.

    ``picked`` is bool of shape (n,).  The result has the same shape.  O(pairs) for each level.
    """
    n = len(picked)
    degree = np.zeros(n, np.int64)
    alive = np.zeros(n, np.bool_)
    stack = np.empty(2 * len(lower) + 1, np.int64)
    members = np.empty(n, np.int64)
    stuck = np.zeros(n, np.bool_)
    for r in range(level_count):
        count = 0
        for v in range(n):
            if picked[v] and level[v] == r:
                members[count] = v
                count += 1
        _peel(members, count, picked, down_ptr, lower, up_ptr, up_pair, upper, degree, alive, stack)
        for i in range(count):
            stuck[members[i]] = alive[members[i]]
            alive[members[i]] = False
    return stuck


@compiled
def peel_greedy(order, numbers, level, level_count, down_ptr, lower, up_ptr, up_pair, upper):
    """Pick vertices in the given order, each if the picks remain a game.

    Returns the sum of the numbers picked and the picks as bool of shape (n,).
    """
    n = len(numbers)
    picked = np.zeros(n, np.bool_)
    degree = np.zeros(n, np.int64)
    alive = np.zeros(n, np.bool_)
    stack = np.empty(2 * len(lower) + 1, np.int64)
    sizes = np.zeros(level_count + 1, np.int64)
    for v in range(n):
        sizes[level[v] + 1] += 1
    base = np.cumsum(sizes)
    members = np.empty(n, np.int64)
    count = np.zeros(level_count + 1, np.int64)
    total = 0
    for p in order:
        if down_ptr[p] == down_ptr[p + 1]:
            continue
        r = level[p]
        members[base[r] + count[r]] = p
        picked[p] = True
        fits = True
        # The pick must peel with its own level, and the level above must do without it as a factor.
        for s in range(r, min(r + 2, level_count)):
            size = count[s] + (1 if s == r else 0)
            if s == r or (up_ptr[p] < up_ptr[p + 1] and size > 0):
                here = members[base[s] : base[s] + size]
                left = _peel(here, size, picked, down_ptr, lower, up_ptr, up_pair, upper, degree, alive, stack)
                if left > 0:
                    for i in range(size):
                        alive[here[i]] = False
                    fits = False
                    break
        if fits:
            count[r] += 1
            total += numbers[p]
        else:
            picked[p] = False
    return total, picked


@compiled
def cut_pairs(members, label, rank, nb_ptr, nb_pair, ob_ptr, ob_pair, own, opp, mark, seen):
    """Pairs of the matroid cut of a labelled set: int64, ascending.

    ``mark`` (int64, shape (n,)) must be zero and is left zero; it carries each member's label plus one.  ``seen``
    (bool, shape (n,)) likewise.
    """
    for i in range(len(members)):
        mark[members[i]] = label[i] + 1
    size = 0
    for i in range(len(members)):
        size += nb_ptr[members[i] + 1] - nb_ptr[members[i]]
    out = np.empty(size, np.int64)
    found = 0
    opposites = np.empty(size, np.int64)
    touched = 0
    for i in range(len(members)):
        for k in range(nb_ptr[members[i]], nb_ptr[members[i] + 1]):
            o = opp[nb_pair[k]]
            if not seen[o]:
                seen[o] = True
                opposites[touched] = o
                touched += 1
    classes = 0
    for i in range(len(label)):
        classes = max(classes, label[i] + 1)
    hits = np.zeros(classes + 1, np.int64)
    for i in range(touched):
        o = opposites[i]
        seen[o] = False
        hits[:] = 0
        distinct = 0
        for k in range(ob_ptr[o], ob_ptr[o + 1]):
            c = mark[own[ob_pair[k]]]
            if c > 0:
                if hits[c] == 0:
                    distinct += 1
                hits[c] += 1
        for k in range(ob_ptr[o], ob_ptr[o + 1]):
            e = ob_pair[k]
            c = mark[own[e]]
            # In the closure of the others: a parallel member is there, or K classes besides its own are hit.
            if c > 0 and (hits[c] >= 2 or distinct >= rank + 1):
                out[found] = e
                found += 1
    for i in range(len(members)):
        mark[members[i]] = 0
    return np.sort(out[:found])


@compiled
def _change(cnt, mass, total, parallel, distinct, o, w, old, new, rank):
    """By how much x(F) grows at ``o`` when a neighbour over a pair of value w changes label (0 = not in the set)."""
    before = total[o] if distinct[o] > rank else parallel[o]
    t, d, q = total[o], distinct[o], parallel[o]
    if old > 0:
        t -= w
        c = cnt[o, old]
        if c == 1:
            d -= 1
        elif c == 2:
            q -= mass[o, old]
        else:
            q -= w
    if new > 0:
        t += w
        c = cnt[o, new]
        if c == 0:
            d += 1
        elif c == 1:
            q += mass[o, new] + w
        else:
            q += w
    return (t if d > rank else q) - before


@compiled
def _gains(b, classes, rank, x, nb_ptr, nb_pair, opp, cnt, mass, total, parallel, distinct, label, gain):
    old = label[b]
    for new in range(classes + 1):
        g = 0.0
        if new != old:
            for k in range(nb_ptr[b], nb_ptr[b + 1]):
                e = nb_pair[k]
                g += _change(cnt, mass, total, parallel, distinct, opp[e], x[e], old, new, rank)
        gain[b, new] = g


@compiled
def tabu_search(
    starts,
    start_label,
    start_ptr,
    x,
    nb_ptr,
    nb_pair,
    ob_ptr,
    ob_pair,
    own,
    opp,
    classes,
    rank,
    steps,
    noise,
    least,
    give_up,
    state,
):
    """Look for violated matroid cuts by tabu search over labelled sets, one run for each start.

    The uniform matroid of rank K = ``rank`` on ``classes`` parallel classes; ``rank = classes = 1`` gives S- and
    T-cuts.  A run maximises x(F) - |S| + K by label changes with incremental gains, O(deg^2 classes) for a step.

    Parameters are flat arrays; ``start_label`` counts from 1; ``x`` has the values of the pairs.  ``steps`` bounds a
    run, ``noise`` breaks ties, ``least`` is the least violation reported, and a run is given up when its best set
    has not improved for ``give_up`` steps.  ``state`` is the seed, uint64 of shape (1,).

    Returns
    -------
    members, labels, ptr, value
        The best set of each successful run, labels from 0; ``members[ptr[i] : ptr[i + 1]]``, violation
        ``value[i]``.
    """
    n = len(nb_ptr) - 1
    cnt = np.zeros((n, classes + 1), np.int64)
    mass = np.zeros((n, classes + 1), np.float64)
    total = np.zeros(n, np.float64)
    parallel = np.zeros(n, np.float64)
    distinct = np.zeros(n, np.int64)
    label = np.zeros(n, np.int64)
    tabu = np.zeros(n, np.int64)
    known = np.zeros(n, np.bool_)
    gain = np.zeros((n, classes + 1), np.float64)
    candidates = np.empty(n, np.int64)
    fresh = np.empty(n, np.int64)
    best_label = np.zeros(n, np.int64)
    used = np.zeros(classes + 1, np.int64)
    runs = len(start_ptr) - 1
    capacity = 4096
    members = np.empty(capacity, np.int64)
    labels = np.empty(capacity, np.int64)
    ptr = np.zeros(runs + 1, np.int64)
    value = np.zeros(runs, np.float64)
    found = 0
    for run in range(runs):
        n_candidates = 0
        size = 0
        inside = 0.0
        n_used = 0
        used[:] = 0
        best = least
        best_size = 0
        best_step = 0
        first = start_ptr[run]
        given = start_ptr[run + 1] - first
        for step in range(given + steps):
            move = -1
            new = 0
            if step < given:
                move = starts[first + step]
                new = start_label[first + step]
                if label[move] == new:
                    continue
            else:
                top = -1e9
                for i in range(n_candidates):
                    b = candidates[i]
                    if tabu[b] > step:
                        continue
                    old = label[b]
                    jitter = _random(state) * noise
                    for c in range(classes + 1):
                        if c == old:
                            continue
                        g = gain[b, c] + jitter
                        if old > 0:
                            if c == 0:
                                g += 1.0
                            # Never fall below the K + 1 classes (or, for K = 1, the two members) that a cut needs.
                            if used[old] == 1 and n_used <= rank and not (c > 0 and used[c] == 0):
                                continue
                            if classes == 1 and size <= 2:
                                continue
                        else:
                            g -= 1.0
                        if g > top:
                            top = g
                            move = b
                            new = c
                if move < 0:
                    break
            old = label[move]
            n_fresh = 0
            for k in range(nb_ptr[move], nb_ptr[move + 1]):
                e = nb_pair[k]
                o = opp[e]
                w = x[e]
                inside += _change(cnt, mass, total, parallel, distinct, o, w, old, new, rank)
                for j in range(ob_ptr[o], ob_ptr[o + 1]):
                    f = ob_pair[j]
                    b = own[f]
                    if b == move or not known[b]:
                        continue
                    lb = label[b]
                    for c in range(classes + 1):
                        if c != lb:
                            gain[b, c] -= _change(cnt, mass, total, parallel, distinct, o, x[f], lb, c, rank)
                if old > 0:
                    total[o] -= w
                    if cnt[o, old] == 1:
                        distinct[o] -= 1
                    elif cnt[o, old] == 2:
                        parallel[o] -= mass[o, old]
                    else:
                        parallel[o] -= w
                    cnt[o, old] -= 1
                    mass[o, old] -= w
                if new > 0:
                    total[o] += w
                    if cnt[o, new] == 0:
                        distinct[o] += 1
                    elif cnt[o, new] == 1:
                        parallel[o] += mass[o, new] + w
                    else:
                        parallel[o] += w
                    cnt[o, new] += 1
                    mass[o, new] += w
                for j in range(ob_ptr[o], ob_ptr[o + 1]):
                    f = ob_pair[j]
                    b = own[f]
                    if b == move:
                        continue
                    if known[b]:
                        lb = label[b]
                        for c in range(classes + 1):
                            if c != lb:
                                gain[b, c] += _change(cnt, mass, total, parallel, distinct, o, x[f], lb, c, rank)
                    elif w > _SUPPORT or x[f] > _SUPPORT:
                        known[b] = True
                        fresh[n_fresh] = b
                        n_fresh += 1
                        candidates[n_candidates] = b
                        n_candidates += 1
            label[move] = new
            if not known[move]:
                known[move] = True
                candidates[n_candidates] = move
                n_candidates += 1
            _gains(move, classes, rank, x, nb_ptr, nb_pair, opp, cnt, mass, total, parallel, distinct, label, gain)
            for i in range(n_fresh):
                b = fresh[i]
                _gains(b, classes, rank, x, nb_ptr, nb_pair, opp, cnt, mass, total, parallel, distinct, label, gain)
            if old > 0:
                size -= 1
                used[old] -= 1
                if used[old] == 0:
                    n_used -= 1
            if new > 0:
                size += 1
                if used[new] == 0:
                    n_used += 1
                used[new] += 1
            if step >= given:
                tabu[move] = step + 4 + np.int64(_random(state) * 8.0)
            violation = inside - size + rank
            ready = size >= 2 if classes == 1 else n_used > rank
            if step >= given - 1 and ready:
                better = violation > best + 1e-7
                if better or (best_size > size and violation > best - 1e-9):
                    if better:
                        best_step = step
                    best = max(best, violation)
                    best_size = size
                    for i in range(n_candidates):
                        best_label[candidates[i]] = label[candidates[i]]
            if step > given and (step - max(best_step, given) > give_up or violation < best - 3.0):
                break
        if best_size > 0:
            if ptr[found] + best_size > capacity:
                grown = 2 * (capacity + best_size)
                more_members = np.empty(grown, np.int64)
                more_labels = np.empty(grown, np.int64)
                more_members[:capacity] = members
                more_labels[:capacity] = labels
                members = more_members
                labels = more_labels
                capacity = grown
            at = ptr[found]
            for i in range(n_candidates):
                b = candidates[i]
                if best_label[b] > 0:
                    members[at] = b
                    labels[at] = best_label[b] - 1
                    at += 1
            ptr[found + 1] = at
            value[found] = best
            found += 1
        for i in range(n_candidates):
            b = candidates[i]
            label[b] = 0
            best_label[b] = 0
            tabu[b] = 0
            known[b] = False
            for k in range(nb_ptr[b], nb_ptr[b + 1]):
                o = opp[nb_pair[k]]
                if total[o] != 0.0 or distinct[o] != 0:
                    total[o] = 0.0
                parallel[o] = 0.0
                distinct[o] = 0
                for c in range(classes + 1):
                    cnt[o, c] = 0
                    mass[o, c] = 0.0
    return members[: ptr[found]], labels[: ptr[found]], ptr[: found + 1], value[:found]
