"""Compiled greedy choice of the upper ends of an acyclic matching.  Plain twins live in the tests.

Conventions.  Vertices are 1..n; entry 0 of every array of length n + 1 is unused.  ``ptr`` (int64, shape (n + 2,)) and
``lower`` (int32) list the lower covers of v as ``lower[ptr[v] : ptr[v + 1]]``; where several would do, the first is
taken.  The *state* is the tuple of ``picked`` (bool), ``mate``, ``owner`` and ``usage`` (int32): which vertices are
upper ends of matched pairs, the lower end of each one's pair, whose lower end a vertex is (0 for none), and how many
picks a vertex is a lower cover of.  The *scratch* is the tuple of ``users`` (int32, shape (n + 1, 2)), ``marks`` (bool,
shape (2, n + 1)), ``fresh``, ``nodes`` and ``queue`` (int32), the first two zero before and after.  Everything is
C-contiguous.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

ALL = 0
"""The floor that all picks are above."""

_FIRST_LOOK = 16
"""Picks that `_settle` peels first; while they can be peeled, it looks at four times as many."""


@compiled
def copy(source, target, count):
    """Copy the first ``count`` entries; between slices, what numba says of those that differ takes long to compile."""
    for i in range(count):
        target[i] = source[i]


@compiled(inline="always")
def enter(x, floor, ptr, lower, picked, users):
    """Put x into its level, as a user of its lower covers."""
    # Count and exclusive-or of a vertex's users stand side by side: where there is one user, this is it, and looking
    # both up costs memory one access.
    for e in range(ptr[x], ptr[x + 1]):
        if lower[e] < floor or not picked[lower[e]]:
            users[lower[e], 0] += 1
            users[lower[e], 1] ^= x


@compiled(inline="always")
def leave(x, floor, ptr, lower, picked, banned, users, queue, tail):
    """Take x out of its level and queue the lower covers that became private."""
    for e in range(ptr[x], ptr[x + 1]):
        f = lower[e]
        if f < floor or not picked[f]:
            users[f, 0] -= 1
            users[f, 1] ^= x
            if users[f, 0] == 1 and not banned[f]:
                queue[tail] = f
                tail += 1
    return tail


@compiled(inline="always")
def first_private(nodes, count, floor, ptr, lower, picked, banned, users, queue):
    """Enter ``nodes[:count]``, and queue the lower covers that are private at once."""
    for i in range(count):
        enter(nodes[i], floor, ptr, lower, picked, users)
    tail = 0
    for i in range(count):
        for e in range(ptr[nodes[i]], ptr[nodes[i] + 1]):
            f = lower[e]
            if users[f, 0] == 1 and not banned[f]:
                queue[tail] = f
                tail += 1
    return tail


@compiled(inline="always")
def peel(head, tail, floor, ptr, lower, picked, banned, users, queue, inside, fresh):
    """Peel what can be peeled; what goes is no longer ``inside``, and ``fresh`` tells its private lower cover.

    Returns the end of the queue and how many were peeled.
    """
    count = 0
    while head < tail:
        f = queue[head]
        head += 1
        if users[f, 0] == 1:
            x = users[f, 1]
            # The first private one: where it has the fewest upper covers, it holds up the fewest picks later.
            for e in range(ptr[x], ptr[x + 1]):
                if users[lower[e], 0] == 1 and not banned[lower[e]]:
                    f = lower[e]
                    break
            fresh[x] = f
            inside[x] = False
            count += 1
            tail = leave(x, floor, ptr, lower, picked, banned, users, queue, tail)
    return tail, count


@compiled(inline="always")
def held_up(i, count, limit, floor, ptr, lower, owner, inside, nodes):
    """Go on listing the picks that are peeled after ``nodes[i:count]``, up to ``limit`` nodes; new ``i``, ``count``."""
    while i < count:
        x = nodes[i]
        for e in range(ptr[x], ptr[x + 1]):
            j = owner[lower[e]]
            if j > floor and not inside[j]:
                if count == limit:
                    return i, count
                inside[j] = True
                nodes[count] = j
                count += 1
        i += 1
    return i, count


@compiled(inline="always")
def _settle(root, limit, floor, ptr, lower, picked, banned, owner, users, inside, fresh, nodes, queue):
    """Try to peel the root and all that is peeled after it.

    Returns their number, with their private lower covers in ``fresh``; 0 if it is impossible; -1 if they are more than
    ``limit``, and the first ``limit`` of them can be peeled.  Where it is impossible, also the number of those that get
    stuck, which ``nodes`` then begins with.
    """
    nodes[0] = root
    inside[root] = True
    i, count = 0, 1
    size = min(_FIRST_LOOK, limit)
    while True:
        i, count = held_up(i, count, size, floor, ptr, lower, owner, inside, nodes)
        tail = first_private(nodes, count, floor, ptr, lower, picked, banned, users, queue)
        _, peeled = peel(0, tail, floor, ptr, lower, picked, banned, users, queue, inside, fresh)
        if peeled < count:
            # Whatever else there is only makes it harder.
            stuck = 0
            for k in range(count):
                if inside[nodes[k]]:
                    inside[nodes[k]] = False
                    leave(nodes[k], floor, ptr, lower, picked, banned, users, queue, 0)
                    nodes[stuck] = nodes[k]
                    stuck += 1
            return 0, stuck
        if i == count:
            return count, 0
        if size == limit:
            return -1, 0
        size = min(4 * size, limit)
        for k in range(count):
            inside[nodes[k]] = True


@compiled(inline="always")
def _commit(nodes, count, fresh, mate, owner):
    for i in range(count):
        owner[mate[nodes[i]]] = 0
    for i in range(count):
        mate[nodes[i]] = fresh[nodes[i]]
        owner[fresh[nodes[i]]] = nodes[i]


@compiled
def fit(p, limit, floor, graph, state, scratch, others):
    """Look whether the picks remain those of an acyclic matching with p; those below ``floor`` count as not picked.

    Returns how many picks of its level have to be peeled again, in ``nodes``, and how many of the level above, in
    ``others``: both for `pick`.  The first is 0 if p does not fit, and -1 if one of them is more than ``limit``.
    Where p does not fit, the third is the size of a set of picks of one level, p perhaps among them, that cannot be
    peeled then; ``nodes`` begins with it.
    """
    ptr, lower = graph
    picked, _, owner, usage = state
    users, marks, fresh, nodes, queue = scratch
    banned, inside = marks[0], marks[1]
    count = 0
    for e in range(ptr[p], ptr[p + 1]):
        if usage[lower[e]] == 0 and not picked[lower[e]]:
            count = 1
            nodes[0] = p
            fresh[p] = lower[e]
            break
    above = 0
    # Its own level, unless that is done; and if p is the mate of a pick, the level above, where that pick has to find
    # another one.  In a loop, since `_settle` takes long to compile, and would be twice here.
    for level in range(count, 2 if owner[p] > 0 else 1):
        root, found = (owner[p], others) if level == 1 else (p, nodes)
        picked[p] = level == 1
        held, stuck = _settle(root, limit, floor, ptr, lower, picked, banned, owner, users, inside, fresh, found, queue)
        picked[p] = False
        if held == 0:
            if level == 1:
                copy(others, nodes, stuck)
            return 0, 0, stuck
        if level == 1:
            above = held
        else:
            count = held
    if count < 0 or above < 0:
        return -1, 0, 0
    return count, above, 0


@compiled
def pick(p, count, above, graph, state, scratch, others):
    """Pick a vertex that fits, after `fit`."""
    ptr, lower = graph
    picked, mate, owner, usage = state
    _, _, fresh, nodes, _ = scratch
    _commit(others, above, fresh, mate, owner)
    _commit(nodes, count, fresh, mate, owner)
    picked[p] = True
    for e in range(ptr[p], ptr[p + 1]):
        usage[lower[e]] += 1


@undisturbed
@compiled
def grow_in_order(order, ptr, lower, picked, mate, owner, usage, users, marks, fresh, nodes, queue):
    """Pick the vertices in the given order (int32), each if an acyclic matching remains possible."""
    others = np.empty(len(picked), np.int32)
    carried = (ptr, lower), (picked, mate, owner, usage), (users, marks, fresh, nodes, queue), others
    for i in range(len(order)):
        count, above, _ = fit(order[i], len(picked), ALL, *carried)
        if count > 0:
            pick(order[i], count, above, *carried)
