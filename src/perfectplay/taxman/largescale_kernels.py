"""Compiled inner loops for pots of millions.  Plain twins live in the tests; the ideas are told in the docs.

Conventions.  A vertex is the number itself, 1..n; entry 0 of every array of length n + 1 is unused.  ``ptr`` (int64,
shape (n + 2,)) and ``lower`` (int32) list the lower covers of v as ``lower[ptr[v] : ptr[v + 1]]``, largest first.
``rank`` (int8) counts prime factors with multiplicity.  Everything is C-contiguous.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.interrupt import undisturbed
from perfectplay.work.compiled import compiled

__all__ = [
    "auction",
    "cover_graph",
    "dual",
    "extend",
    "grow",
    "leftovers",
    "neighbours",
    "playing_order",
    "proper_divisors",
    "replay",
]


@undisturbed
@compiled
def cover_graph(n):
    """Return ``ptr``, ``lower`` and ``rank`` of the pot {1..n}.  O(n log log n)."""
    count = np.zeros(n + 1, np.int8)
    rank = np.zeros(n + 1, np.int8)
    for p in range(2, n + 1):
        if count[p] == 0:
            for multiple in range(p, n + 1, p):
                count[multiple] += 1
            power = p
            while power <= n:
                for multiple in range(power, n + 1, power):
                    rank[multiple] += 1
                power *= p
    ptr = np.zeros(n + 2, np.int64)
    for v in range(1, n + 1):
        ptr[v + 1] = ptr[v] + count[v]
    lower = np.empty(ptr[n + 1], np.int32)
    fill = ptr.copy()
    for p in range(2, n + 1):
        if rank[p] == 1:
            for multiple in range(p, n + 1, p):
                lower[fill[multiple]] = multiple // p
                fill[multiple] += 1
    return ptr, lower, rank


@undisturbed
@compiled
def neighbours(n, ptr, lower):
    """Return ``start`` (int64), ``near`` and ``weight`` (int32): each vertex with the other ends of its pairs.

    A pair weighs its upper end.  O(pairs).
    """
    start = np.zeros(n + 2, np.int64)
    for v in range(1, n + 1):
        start[v + 1] += ptr[v + 1] - ptr[v]
        for e in range(ptr[v], ptr[v + 1]):
            start[lower[e] + 1] += 1
    for v in range(1, n + 2):
        start[v] += start[v - 1]
    fill = start.copy()
    near = np.empty(2 * len(lower), np.int32)
    weight = np.empty(2 * len(lower), np.int32)
    for v in range(1, n + 1):
        for e in range(ptr[v], ptr[v + 1]):
            q = lower[e]
            near[fill[v]] = q
            weight[fill[v]] = v
            fill[v] += 1
            near[fill[q]] = v
            weight[fill[q]] = v
            fill[q] += 1
    return start, near, weight


@compiled
def _two_best(v, start, near, weight, scale, charge):
    """Largest and second largest surplus over the neighbours of v, at least 0, and who offers the largest (0: none)."""
    best = np.int64(0)
    second = np.int64(0)
    who = 0
    for k in range(start[v], start[v + 1]):
        surplus = weight[k] * scale - charge[near[k]]
        if surplus > best:
            second = best
            best = surplus
            who = near[k]
        elif surplus > second:
            second = surplus
    return best, second, who


@undisturbed
@compiled
def auction(n, start, near, weight, rank, scale, epsilon, price, profit, mate):
    """One phase: numbers of odd rank bid for those of even rank until nobody gains more than epsilon by a change.

    ``price`` (of even rank), ``profit`` (of odd rank; int64, in units of 1/scale) and ``mate`` (int32, 0 for none) are
    carried from phase to phase.  Afterwards profit + price >= scale * weight - epsilon for every pair, with equality
    up to epsilon for the matched ones, and whoever has no mate has price or profit 0: the matching is within epsilon
    for each of its pairs of the heaviest.  Returns its weight.
    """
    stack = np.empty(n + 1, np.int32)
    top = 0
    for i in range(n, 0, -1):
        if rank[i] & 1:
            best, _, _ = _two_best(i, start, near, weight, scale, price)
            j = mate[i]
            if j > 0:
                mine = max(i, j) * scale - price[j]
                if mine >= best - epsilon:
                    profit[i] = mine
                    continue
                mate[i] = 0
                mate[j] = 0
            profit[i] = 0
            stack[top] = i
            top += 1
    # Forward: prices rise.
    while top > 0:
        top -= 1
        i = stack[top]
        best, second, j = _two_best(i, start, near, weight, scale, price)
        profit[i] = 0
        if j == 0:
            continue
        price[j] += best - second + epsilon
        profit[i] = second - epsilon
        old = mate[j]
        mate[j] = i
        mate[i] = j
        if old > 0:
            mate[old] = 0
            stack[top] = old
            top += 1
    # Backward: what nobody wants at its price gets cheaper.  Nobody loses a mate here without another bidder.
    for j in range(1, n + 1):
        if not rank[j] & 1 and mate[j] == 0 and price[j] > 0:
            stack[top] = j
            top += 1
    while top > 0:
        top -= 1
        j = stack[top]
        best, second, i = _two_best(j, start, near, weight, scale, profit)
        if i == 0 or best <= epsilon:
            price[j] = 0
            continue
        price[j] = max(second - epsilon, 0)
        profit[i] += best - price[j]
        old = mate[i]
        mate[i] = j
        mate[j] = i
        if old > 0:
            mate[old] = 0
            if price[old] > 0:
                stack[top] = old
                top += 1
    total = np.int64(0)
    for v in range(1, n + 1):
        if mate[v] < v and mate[v] > 0:
            total += v
    return total


@undisturbed
@compiled
def dual(n, start, near, weight, rank, scale, shift, price, u):
    """Round prices to integers and complete them to a dual solution ``u`` (int64); return its sum.

    ``shift`` in [0, scale) is added before prices are rounded down.  u[q] + u[p] >= p then holds for every pair,
    whatever the prices are.
    """
    total = np.int64(0)
    for j in range(1, n + 1):
        if not rank[j] & 1:
            u[j] = (price[j] + shift) // scale
            total += u[j]
    for i in range(1, n + 1):
        if rank[i] & 1:
            best = np.int64(0)
            for k in range(start[i], start[i + 1]):
                best = max(best, weight[k] - u[near[k]])
            u[i] = best
            total += best
    return total


@compiled
def _earlier(root, ptr, lower, taker, inside, nodes, limit):
    """List the root and every pick that must be played before it; -1 if there are more than ``limit``."""
    nodes[0] = root
    inside[root] = True
    count = 1
    i = 0
    while i < count:
        for e in range(ptr[nodes[i]], ptr[nodes[i] + 1]):
            j = taker[lower[e]]
            if j > 0 and not inside[j]:
                if count == limit:
                    for t in range(count):
                        inside[nodes[t]] = False
                    return -1
                inside[j] = True
                nodes[count] = j
                count += 1
        i += 1
    return count


@compiled
def _repeel(nodes, count, ptr, lower, picked, inside, degree, users, queue, private):
    """Peel ``nodes[:count]``; their new private factors go to ``private``.  Return whether all could be peeled."""
    for i in range(count):
        x = nodes[i]
        for e in range(ptr[x], ptr[x + 1]):
            f = lower[e]
            if not picked[f]:
                degree[f] += 1
                users[f] ^= x
    head = 0
    tail = 0
    for i in range(count):
        for e in range(ptr[nodes[i]], ptr[nodes[i] + 1]):
            if degree[lower[e]] == 1:
                queue[tail] = lower[e]
                tail += 1
    left = count
    while head < tail:
        f = queue[head]
        head += 1
        if degree[f] != 1:
            continue
        x = users[f]
        # The largest private factor has the fewest multiples, and so holds up the fewest picks later.
        for e in range(ptr[x], ptr[x + 1]):
            if degree[lower[e]] == 1 and users[lower[e]] == x:
                f = lower[e]
                break
        left -= 1
        for e in range(ptr[x], ptr[x + 1]):
            g = lower[e]
            if not picked[g]:
                degree[g] -= 1
                users[g] ^= x
                if degree[g] == 1:
                    queue[tail] = g
                    tail += 1
        users[f] = -x
    for i in range(count):
        x = nodes[i]
        inside[x] = False
        for e in range(ptr[x], ptr[x + 1]):
            if users[lower[e]] == -x:
                private[i] = lower[e]
    for i in range(count):
        for e in range(ptr[nodes[i]], ptr[nodes[i] + 1]):
            degree[lower[e]] = 0
            users[lower[e]] = 0
    return left == 0


@undisturbed
@compiled
def grow(first, last, limit, ptr, lower, picked, tax, taker, usage):
    """Pick each number from ``first`` down to ``last`` if the picks remain a game.  Return the sum of those picked.

    None of them may divide a pick: above n/2 none does.  ``tax`` and ``taker`` (int32) say which private factor was
    found for a pick and whose it is, ``usage`` (int32) how many picks a number covers from below; all are updated.
    A number is left out, too, if more than ``limit`` picks would have to be peeled again for it.
    """
    n = len(picked) - 1
    inside = np.zeros(n + 1, np.bool_)
    degree = np.zeros(n + 1, np.int32)
    users = np.zeros(n + 1, np.int32)
    nodes = np.empty(limit + 1, np.int32)
    private = np.empty(limit + 1, np.int32)
    # A number below 2^31 has at most 9 prime factors, and a factor is queued at most twice for each of its users.
    queue = np.empty(18 * limit + 18, np.int32)
    gain = np.int64(0)
    for p in range(first, last - 1, -1):
        count = 1
        nodes[0] = p
        private[0] = 0
        for e in range(ptr[p], ptr[p + 1]):
            if usage[lower[e]] == 0 and not picked[lower[e]]:
                private[0] = lower[e]
                break
        if private[0] == 0:
            count = _earlier(p, ptr, lower, taker, inside, nodes, limit)
            if count < 0 or not _repeel(nodes, count, ptr, lower, picked, inside, degree, users, queue, private):
                continue
        for i in range(1, count):
            taker[tax[nodes[i]]] = 0
        for i in range(count):
            tax[nodes[i]] = private[i]
            taker[private[i]] = nodes[i]
        picked[p] = True
        for e in range(ptr[p], ptr[p + 1]):
            usage[lower[e]] += 1
        gain += p
    return gain


@compiled
def _enter(x, ptr, lower, users):
    # Count and exclusive-or of a factor's users stand side by side: where there is one user, this is it, and looking
    # both up costs memory one access.
    for e in range(ptr[x], ptr[x + 1]):
        users[lower[e], 0] += 1
        users[lower[e], 1] ^= x


@compiled
def _leave(x, ptr, lower, banned, users, queue, tail):
    """Take x out of its level and queue the factors that became private."""
    for e in range(ptr[x], ptr[x + 1]):
        f = lower[e]
        users[f, 0] -= 1
        users[f, 1] ^= x
        if users[f, 0] == 1 and not banned[f]:
            queue[tail] = f
            tail += 1
    return tail


@undisturbed
@compiled
def extend(by_rank, rank_ptr, ptr, lower, picked, candidate):
    """Add candidates to a game, large ones rather than small ones, level by level.  Return their sum.

    ``by_rank[rank_ptr[r] : rank_ptr[r + 1]]`` (int32) are the numbers of rank r, ascending.  ``picked`` is updated;
    ``candidate`` (bool, disjoint from it) is cleared.  O(pairs) for all candidates together.
    """
    n = len(picked) - 1
    alive = np.zeros(n + 1, np.bool_)
    users = np.zeros((n + 1, 2), np.int32)
    queue = np.empty(2 * n + 2, np.int32)
    banned = picked.copy()
    gain = np.int64(0)
    for r in range(len(rank_ptr) - 2, 0, -1):
        low, high = rank_ptr[r], rank_ptr[r + 1]
        wanted = False
        for i in range(low, high):
            if candidate[by_rank[i]]:
                wanted = True
                break
        if not wanted:
            continue
        # First the candidates and the picks of their own level: whoever is stuck is dropped, small ones first.  Then
        # the picks of the level above have to do without the candidates as factors, or get small ones back.
        for above in range(2):
            if above and r == len(rank_ptr) - 2:
                continue
            left = 0
            for i in range(rank_ptr[r + above], rank_ptr[r + above + 1]):
                x = by_rank[i]
                if picked[x] or (not above and candidate[x]):
                    alive[x] = True
                    left += 1
                    _enter(x, ptr, lower, users)
            if above:
                for i in range(low, high):
                    banned[by_rank[i]] = picked[by_rank[i]] or candidate[by_rank[i]]
            head = 0
            tail = 0
            for i in range(rank_ptr[r + above] - 1, rank_ptr[r + above - 1] - 1, -1):
                f = by_rank[i]
                if users[f, 0] == 1 and not banned[f]:
                    queue[tail] = f
                    tail += 1
            cursor = low
            while True:
                while head < tail:
                    f = queue[head]
                    head += 1
                    if users[f, 0] == 1:
                        x = users[f, 1]
                        alive[x] = False
                        left -= 1
                        tail = _leave(x, ptr, lower, banned, users, queue, tail)
                if left == 0:
                    break
                if above:
                    while not (candidate[by_rank[cursor]] and users[by_rank[cursor], 0] > 0):
                        cursor += 1
                    f = by_rank[cursor]
                    candidate[f] = False
                    banned[f] = False
                    if users[f, 0] == 1:
                        queue[tail] = f
                        tail += 1
                else:
                    while not (candidate[by_rank[cursor]] and alive[by_rank[cursor]]):
                        cursor += 1
                    x = by_rank[cursor]
                    candidate[x] = False
                    alive[x] = False
                    left -= 1
                    tail = _leave(x, ptr, lower, banned, users, queue, tail)
        for i in range(low, high):
            x = by_rank[i]
            if candidate[x]:
                picked[x] = True
                banned[x] = True
                candidate[x] = False
                gain += x
    return gain


@undisturbed
@compiled
def playing_order(by_rank, rank_ptr, ptr, lower, picked):
    """Order the picks into a game: low ranks first, inside a rank the reverse of a peeling.

    Returns the moves (int32) and how many picks could not be peeled: none if the picks are a game.
    """
    n = len(picked) - 1
    users = np.zeros((n + 1, 2), np.int32)
    queue = np.empty(2 * n + 2, np.int32)
    moves = np.empty(n + 1, np.int32)
    count = 0
    stuck = 0
    for r in range(1, len(rank_ptr) - 1):
        begin = count
        left = 0
        for i in range(rank_ptr[r], rank_ptr[r + 1]):
            if picked[by_rank[i]]:
                left += 1
                _enter(by_rank[i], ptr, lower, users)
        head = 0
        tail = 0
        for i in range(rank_ptr[r - 1], rank_ptr[r]):
            if users[by_rank[i], 0] == 1 and not picked[by_rank[i]]:
                queue[tail] = by_rank[i]
                tail += 1
        while head < tail:
            f = queue[head]
            head += 1
            if users[f, 0] == 1:
                x = users[f, 1]
                moves[count] = x
                count += 1
                left -= 1
                tail = _leave(x, ptr, lower, picked, users, queue, tail)
        stuck += left
        moves[begin:count] = moves[begin:count][::-1].copy()
    return moves[:count].copy(), stuck


@undisturbed
@compiled
def proper_divisors(n):
    """List the proper divisors of v, ascending, as ``divisors[first[v] : first[v + 1]]``; int32 and int64.

    O(n log n) time and memory.
    """
    first = np.zeros(n + 2, np.int64)
    for d in range(1, n // 2 + 1):
        for multiple in range(2 * d, n + 1, d):
            first[multiple + 1] += 1
    for v in range(1, n + 2):
        first[v] += first[v - 1]
    fill = first.copy()
    divisors = np.empty(first[n + 1], np.int32)
    for d in range(1, n // 2 + 1):
        for multiple in range(2 * d, n + 1, d):
            divisors[fill[multiple]] = d
            fill[multiple] += 1
    return first, divisors


@undisturbed
@compiled
def replay(n, moves, first, divisors, pot):
    """Play the moves by the rules on ``pot`` (bool), which is left as the game leaves it.

    Returns the sum of the numbers taken and the place of the first illegal move, or -1 if all are legal.
    """
    score = np.int64(0)
    for i in range(len(moves)):
        p = moves[i]
        taxed = False
        if 1 <= p <= n and pot[p]:
            for k in range(first[p], first[p + 1]):
                if pot[divisors[k]]:
                    taxed = True
                    pot[divisors[k]] = False
        if not taxed:
            return score, i
        pot[p] = False
        score += p
    return score, -1


@undisturbed
@compiled
def leftovers(n, first, divisors, pot):
    """Take what can still be taken, large numbers first; ``pot`` is updated.  Returns the moves (int32)."""
    moves = np.empty(n, np.int32)
    count = 0
    # Whether a number can be taken depends on its divisors, which only ever leave: once through is enough.
    for p in range(n, 1, -1):
        if pot[p]:
            taxed = False
            for k in range(first[p], first[p + 1]):
                if pot[divisors[k]]:
                    taxed = True
                    pot[divisors[k]] = False
            if taxed:
                pot[p] = False
                moves[count] = p
                count += 1
    return moves[:count].copy()
