"""Compiled inner loops of the search.  Plain twins live in the tests; the ideas are told in the docs.

Conventions.  A graph is given by the flat arrays of `perfectplay.matching.graph.Graph`.  The two separation
kernels see it from one side: *own* vertices are candidates for the set of a cut, *opposite* vertices are the
other ends of their pairs.  For S-cuts own vertices are lower ends, for T-cuts upper ends.

All arrays are int64, float64 or bool, C-contiguous, one-dimensional unless stated.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.work.compiled import compiled

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
    """Return which picks are stuck: none if and only if an acyclic matching has them as upper ends.

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
def peel_greedy(order, weights, level, level_count, down_ptr, lower, up_ptr, up_pair, upper):
    """Pick vertices in the given order, each if an acyclic matching has the picks as upper ends.

    Returns the weight of the picks and the picks as bool of shape (n,).
    """
    n = len(weights)
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
        # The pick must peel with its own level, and the level above must do without it as a lower cover.
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
            total += weights[p]
        else:
            picked[p] = False
    return total, picked


@compiled
def _change(count, mass, o, w, inside):
    """By how much x(F) grows at ``o`` when a neighbour over a pair of value w enters the set, or leaves it."""
    c = count[o]
    if inside:
        return 0.0 if c == 1 else (-mass[o] if c == 2 else -w)
    return 0.0 if c == 0 else (mass[o] + w if c == 1 else w)


@compiled
def _gain(b, inside, x, nb_ptr, nb_pair, opp, count, mass):
    """By how much x(F) grows when a vertex enters the set, or leaves it."""
    gain = 0.0
    for k in range(nb_ptr[b], nb_ptr[b + 1]):
        e = nb_pair[k]
        gain += _change(count, mass, opp[e], x[e], inside)
    return gain


@compiled
def set_search(starts, x, nb_ptr, nb_pair, ob_ptr, ob_pair, own, opp, steps, noise, least, give_up, state):
    """Look for violated S- or T-cuts by tabu search over sets, one run from each of the ``starts``.

    A run maximises x(F) - |S| + 1 by taking one vertex into the set or out of it, with incremental gains: O(deg^2) for
    a step.  It has ``steps`` at most, breaks ties by ``noise``, and ends when its best set has not improved for
    ``give_up`` of them.  ``state`` is the seed, uint64 of shape (1,).

    Returns ``members``, ``ptr``, ``value``: the best set of each run that violates a cut by ``least``, ``members[ptr[i]
    : ptr[i + 1]]``, and its violation ``value[i]``.
    """
    n = len(nb_ptr) - 1
    count = np.zeros(n, np.int64)
    mass = np.zeros(n, np.float64)
    chosen = np.zeros(n, np.bool_)
    best_chosen = np.zeros(n, np.bool_)
    tabu = np.zeros(n, np.int64)
    known = np.zeros(n, np.bool_)
    gain = np.zeros(n, np.float64)
    candidates = np.empty(n, np.int64)
    fresh = np.empty(n, np.int64)
    runs = len(starts)
    capacity = 4096
    members = np.empty(capacity, np.int64)
    ptr = np.zeros(runs + 1, np.int64)
    value = np.zeros(runs, np.float64)
    found = 0
    for run in range(runs):
        n_candidates = 1
        candidates[0] = starts[run]
        known[starts[run]] = True
        size = 0
        inside = 0.0
        best = least
        best_size = 0
        best_step = 0
        for step in range(steps + 1):
            move = -1
            if step == 0:
                move = starts[run]
            else:
                top = -1e9
                for i in range(n_candidates):
                    b = candidates[i]
                    if tabu[b] > step:
                        continue
                    g = gain[b] + _random(state) * noise + (1.0 if chosen[b] else -1.0)
                    # A cut needs two members.
                    if chosen[b] and size <= 2:
                        continue
                    if g > top:
                        top = g
                        move = b
                if move < 0:
                    break
            leaves = chosen[move]
            n_fresh = 0
            for k in range(nb_ptr[move], nb_ptr[move + 1]):
                e = nb_pair[k]
                o = opp[e]
                w = x[e]
                inside += _change(count, mass, o, w, leaves)
                for turn in range(2):
                    for j in range(ob_ptr[o], ob_ptr[o + 1]):
                        f = ob_pair[j]
                        b = own[f]
                        if b == move:
                            continue
                        if known[b]:
                            change = _change(count, mass, o, x[f], chosen[b])
                            gain[b] += change if turn == 1 else -change
                        elif turn == 1 and (w > _SUPPORT or x[f] > _SUPPORT):
                            known[b] = True
                            fresh[n_fresh] = b
                            n_fresh += 1
                            candidates[n_candidates] = b
                            n_candidates += 1
                    if turn == 0:
                        count[o] += -1 if leaves else 1
                        mass[o] += -w if leaves else w
            chosen[move] = not leaves
            size += -1 if leaves else 1
            gain[move] = _gain(move, chosen[move], x, nb_ptr, nb_pair, opp, count, mass)
            for i in range(n_fresh):
                b = fresh[i]
                gain[b] = _gain(b, chosen[b], x, nb_ptr, nb_pair, opp, count, mass)
            if step >= 1:
                tabu[move] = step + 4 + np.int64(_random(state) * 8.0)
            violation = inside - size + 1
            if size >= 2:
                better = violation > best + 1e-7
                if better or (best_size > size and violation > best - 1e-9):
                    if better:
                        best_step = step
                    best = max(best, violation)
                    best_size = size
                    for i in range(n_candidates):
                        best_chosen[candidates[i]] = chosen[candidates[i]]
            if step > 1 and (step - max(best_step, 1) > give_up or violation < best - 3.0):
                break
        if best_size > 0:
            if ptr[found] + best_size > capacity:
                members = np.concatenate((members, np.empty(capacity + 2 * best_size, np.int64)))
                capacity = len(members)
            at = ptr[found]
            for i in range(n_candidates):
                b = candidates[i]
                if best_chosen[b]:
                    members[at] = b
                    at += 1
            ptr[found + 1] = at
            value[found] = best
            found += 1
        for i in range(n_candidates):
            b = candidates[i]
            chosen[b] = False
            best_chosen[b] = False
            tabu[b] = 0
            known[b] = False
            for k in range(nb_ptr[b], nb_ptr[b + 1]):
                o = opp[nb_pair[k]]
                count[o] = 0
                mass[o] = 0.0
    return members[: ptr[found]], ptr[: found + 1], value[:found]
