"""Compiled inner loops for pots of millions.  Plain twins live in the tests; the ideas are told in the docs.

Conventions.  A vertex is the number itself, 1..n; entry 0 of every array of length n + 1 is unused.  ``ptr`` (int64,
shape (n + 2,)) and ``lower`` (int32) list the lower covers of v as ``lower[ptr[v] : ptr[v + 1]]``, largest first.
``rank`` (int8) counts prime factors with multiplicity.  Everything is C-contiguous.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.matching.kernels.greedy import ALL, copy, enter, first_private, fit, held_up, leave, peel, pick
from perfectplay.work.compiled import compiled

PHASE_ENDED = 3
"""Of `auction`: the phase is complete."""
_BESIDE = 10
"""A second number that is delayed, or is so no longer, is at most this number of candidates away from the first."""
_MOST_DIVISORS = 1_536
"""No number below 2^31 has more divisors."""


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
    """Return ``start`` (int64) and ``near`` (int32): each vertex with the other ends of its pairs.  O(pairs)."""
    start = np.zeros(n + 2, np.int64)
    for v in range(1, n + 1):
        start[v + 1] += ptr[v + 1] - ptr[v]
        for e in range(ptr[v], ptr[v + 1]):
            start[lower[e] + 1] += 1
    for v in range(1, n + 2):
        start[v] += start[v - 1]
    fill = start.copy()
    near = np.empty(2 * len(lower), np.int32)
    for v in range(1, n + 1):
        for e in range(ptr[v], ptr[v + 1]):
            q = lower[e]
            near[fill[v]] = q
            fill[v] += 1
            near[fill[q]] = v
            fill[q] += 1
    return start, near


@compiled
def _two_best(v, start, near, scale, charge):
    """Largest and second largest surplus over the neighbours of v, at least 0, and who offers the largest (0: none).

    The surplus is the weight of the pair, its upper end, without what the neighbour charges.
    """
    best = np.int64(0)
    second = np.int64(0)
    who = 0
    for k in range(start[v], start[v + 1]):
        surplus = max(v, near[k]) * scale - charge[near[k]]
        if surplus > best:
            second = best
            best = surplus
            who = near[k]
        elif surplus > second:
            second = surplus
    return best, second, who


@undisturbed
@compiled
def auction(n, start, near, rank, scale, epsilon, price, profit, mate, stack, state, work):
    """One phase: numbers of odd rank bid for those of even rank until none gains more than epsilon by a change.

    ``price`` (of even rank), ``profit`` (of odd rank; int64, in units of 1/scale) and ``mate`` (int32, 0 for none) are
    carried from phase to phase.  A phase takes several calls, each of which looks at little more than ``work``
    neighbours: ``state`` (int64, shape (2,)) is zero before the first, and ``state[0]`` is `PHASE_ENDED` after the
    last; ``stack`` (int32, length n + 1) goes with it.

    Afterwards profit + price >= scale * weight - epsilon for every pair, with equality up to epsilon for the matched
    ones, and a number without a mate has price or profit 0: the matching is within epsilon for each of its pairs of the
    heaviest.
    """
    top = state[1]
    if state[0] == 0:
        for i in range(n, 0, -1):
            if rank[i] & 1:
                j = mate[i]
                if j > 0:
                    best, _, _ = _two_best(i, start, near, scale, price)
                    mine = max(i, j) * scale - price[j]
                    if mine >= best - epsilon:
                        profit[i] = mine
                        continue
                    mate[i] = 0
                    mate[j] = 0
                profit[i] = 0
                stack[top] = i
                top += 1
        state[0] = 1
    # Forward: prices rise.
    while top > 0 and work > 0 and state[0] == 1:
        top -= 1
        i = stack[top]
        work -= start[i + 1] - start[i]
        best, second, j = _two_best(i, start, near, scale, price)
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
    if top == 0 and state[0] == 1:
        # Backward: what has no bidder at its price gets cheaper.  None loses a mate here without another bidder.
        state[0] = 2
        for j in range(1, n + 1):
            if not rank[j] & 1 and mate[j] == 0 and price[j] > 0:
                stack[top] = j
                top += 1
    while top > 0 and work > 0 and state[0] == 2:
        top -= 1
        j = stack[top]
        work -= start[j + 1] - start[j]
        best, second, i = _two_best(j, start, near, scale, profit)
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
    if top == 0 and state[0] == 2:
        state[0] = PHASE_ENDED
    state[1] = top


@undisturbed
@compiled
def dual(n, start, near, rank, scale, shift, price, u):
    """Round prices to whole numbers and complete them to a dual solution ``u`` (int64); return its sum.

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
                best = max(best, max(i, near[k]) - u[near[k]])
            u[i] = best
            total += best
    return total


@compiled
def _drop(x, graph, game):
    """Pick a number no longer."""
    ptr, lower = graph
    picked, tax, taker, usage = game
    picked[x] = False
    taker[tax[x]] = 0
    tax[x] = 0
    for e in range(ptr[x], ptr[x + 1]):
        usage[lower[e]] -= 1


@undisturbed
@compiled
def grow(first, last, limit, ptr, lower, picked, tax, taker, usage, users, marks, fresh, nodes, queue, later):
    """Pick each number from ``first`` down to ``last`` if the picks remain a game, and it is easy to see.

    ``tax`` and ``taker`` (int32) say which private factor was found for a pick and whose it is, ``usage`` (int32) how
    many picks a number covers from below; all are updated.  A number is put off, and listed in ``later`` (int32), if
    more than ``limit`` picks would have to be peeled again for it, and neither those above nor those beside it rule it
    out.  ``users`` (int32, shape (n + 1, 2)), ``marks`` (bool, shape (2, n + 1)), ``fresh``, ``nodes`` and ``queue``
    (int32) are scratch, the first two zero before and after.  Returns the sum of those picked and how many were put
    off.
    """
    gain = np.int64(0)
    put_off = 0
    others = np.empty(limit + 1, np.int32)
    carried = (ptr, lower), (picked, tax, taker, usage), (users, marks, fresh, nodes, queue), others
    for p in range(first, last - 1, -1):
        count, above, _ = fit(p, limit, ALL, *carried)
        if count < 0:
            later[put_off] = p
            put_off += 1
        elif count > 0:
            pick(p, count, above, *carried)
            gain += p
    return gain, put_off


@undisturbed
@compiled
def hold_back(wanted, first, last, delayed, graph, game, scratch):
    """Pick the ``wanted`` (bool) from ``first`` down to ``last``, and mark as ``delayed`` who else would have fit."""
    others = np.empty(len(wanted), np.int32)
    for x in range(first, last - 1, -1):
        count, above, _ = fit(x, len(wanted), ALL, graph, game, scratch, others)
        if count > 0 and wanted[x]:
            pick(x, count, above, graph, game, scratch, others)
        else:
            delayed[x] = count > 0


@compiled
def _whom(draw, other, pairs, first, last, picked, usage, delayed, found):
    """Choose one or two numbers that are delayed, or are picks and factors of picks; 0 for none."""
    count = 0
    for x in range(first, last - 1, -1):
        if delayed[x] or (picked[x] and usage[x] > 0):
            found[count] = x
            count += 1
    if count == 0:
        return 0, 0
    at = int(draw * count)
    if other >= pairs:
        return found[at], 0
    beside = min(max(at + int(2 * _BESIDE * other / pairs) - _BESIDE, 0), count - 1)
    return found[at], found[beside] if beside != at else 0


@compiled
def _touch(q, covers, dirty, touched, top):
    """Mark a number that is no longer picked, and those that it covers from below; the new end of the list of marks."""
    up_ptr, up = covers
    for k in range(up_ptr[q] - 1, up_ptr[q + 1]):
        x = q if k < up_ptr[q] else up[k]
        if not dirty[x]:
            dirty[x] = True
            touched[top] = x
            top += 1
    return top


@compiled
def _displace(x, stuck, pending, graph, game, nodes):
    """Drop the smaller numbers that keep x out, and mark them as ``pending``; return their sum."""
    ptr, lower = graph
    lost = np.int64(0)
    for i in range(stuck):
        y = nodes[i]
        for e in range(ptr[y] - 1, ptr[y + 1]):
            q = y if e < ptr[y] else lower[e]
            if q < x and game[0][q]:
                pending[q] = True
                lost += q
                _drop(q, graph, game)
    return lost


@compiled
def _decide(x, pending, graph, game, scratch, others):
    """Pick x if it fits to the larger picks, and drop the smaller ones that are then in its way.

    Returns the change of the sum and, if x is not picked, the size of a set that rules it out; ``nodes`` begins with
    that.
    """
    n = len(pending)
    # Mostly it does not fit, and there are fewer larger ones than picks.
    count, above, stuck = fit(x, n, x, graph, game, scratch, others)
    if count == 0:
        return np.int64(0), stuck
    gain = np.int64(x)
    while True:
        count, above, stuck = fit(x, n, ALL, graph, game, scratch, others)
        if count > 0:
            pick(x, count, above, graph, game, scratch, others)
            return gain, 0
        gain -= _displace(x, stuck, pending, graph, game, scratch[3])


@compiled
def _known(core, dirty):
    """Whether a number was ruled out, and may be taken to remain so."""
    for k in range(core[0]):
        if dirty[core[k + 1]]:
            return False
    return core[0] != 0


@undisturbed
@compiled
def anneal(draws, warmth, pairs, first, last, scores, delayed, game, kept, best, cores, covers, graph, scratch):
    """Try games of the greedy choice that differ in whom it tries last, and keep one if it is good or luck has it so.

    The greedy choice goes from ``first`` down to ``last``, passes over those ``delayed`` (bool), and then tries them,
    from above as well.  One game is tried for each row of ``draws`` (float64, shape (tries, 3), in [0, 1)): one number
    becomes delayed or is so no longer, two for a share ``pairs`` of the tries.  A game that loses is kept with
    probability exp(change / ``warmth``).  With ``pairs`` < 0 nothing is changed, but all numbers are tried anew.

    ``game`` is the tuple of ``picked``, ``tax``, ``taker`` and ``usage`` as in `grow`, and ``kept`` a copy of it;
    ``scores`` (int64, shape (2,)) its sum and the best one, to which ``best`` (bool) belongs.  ``cores`` are two
    tables (int32, shape (first + 1, 1 + width)) of sets of picks that rule a number out, each after its size: those of
    the game, and scratch.  A size is 0 for a number that is not ruled out, and -1 where the set was too large.
    ``covers`` lists for each number those that it covers from below, ``graph`` is ``ptr`` and ``lower``, ``scratch``
    has the arguments of `grow` from ``users`` to ``queue``.  Returns how many games were tried: fewer than there are
    draws only if none can be delayed.

    Only what may differ from the game before is decided anew: a number that was ruled out remains so as long as the
    set that did it is picked and has no new factor, and if that set was too large, until it has been a pick.
    """
    n = len(delayed) - 1
    core, new_core = cores
    dirty, pending = np.zeros(n + 1, np.bool_), np.zeros(n + 1, np.bool_)
    touched, changed, others = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
    picked = game[0]
    carried = graph, game, scratch, others
    for r in range(len(draws)):
        a, b, top, new = 0, 0, 0, 0
        if pairs >= 0:
            a, b = _whom(draws[r, 0], draws[r, 1], pairs, first, last, picked, game[3], delayed, others)
            if a == 0:
                return r
        total = scores[0]
        for x in range(first, last - 1, -1):
            if delayed[x] and picked[x]:
                total -= x
                _drop(x, graph, game)
        for x in (a, b):
            if x > 0:
                delayed[x] = not delayed[x]
                changed[new] = x
                new_core[x, 0] = 0
                new += 1
                if picked[x]:
                    total -= x
                    _drop(x, graph, game)
                    top = _touch(x, covers, dirty, touched, top)
        for x in range(first if a == 0 else max(a, b), last - 1, -1):
            if not (delayed[x] or picked[x]) and (pending[x] or not _known(core[x], dirty)):
                gain, stuck = _decide(x, pending, *carried)
                total += gain
                if stuck > 0 and pending[x]:
                    top = _touch(x, covers, dirty, touched, top)
                changed[new] = x
                new += 1
                if stuck >= core.shape[1]:
                    new_core[x, 0] = -1
                else:
                    new_core[x, 0] = stuck
                    copy(scratch[3], new_core[x, 1:], stuck)
            pending[x] = False
        for x in range(first, last - 1, -1):
            if delayed[x]:
                count, above, _ = fit(x, n, ALL, *carried)
                if count > 0:
                    pick(x, count, above, *carried)
                    total += x
        for k in range(top):
            dirty[touched[k]] = False
        change = total - scores[0]
        if change >= 0 or draws[r, 2] < np.exp(change / warmth):
            scores[0] = total
            _copy(game, kept)
            for k in range(new):
                x = changed[k]
                copy(new_core[x], core[x], max(1, new_core[x, 0] + 1))
            if total > scores[1]:
                scores[1] = total
                copy(picked, best, len(best))
        else:
            _copy(kept, game)
            for x in (a, b):
                if x > 0:
                    delayed[x] = not delayed[x]
    return len(draws)


@compiled
def _copy(source, target):
    # A tuple of arrays of different types has no index that is known at run time only.
    copy(source[0], target[0], len(target[0]))
    copy(source[1], target[1], len(target[1]))
    copy(source[2], target[2], len(target[2]))
    copy(source[3], target[3], len(target[3]))


@undisturbed
@compiled
def extend(candidates, rank, ptr, lower, picked, tax, taker, usage, users, marks, fresh, nodes, queue):
    """Add candidates to a game, large ones rather than small ones, level by level.  Return their sum.

    ``candidates`` (int32) are distinct numbers that are not picked; the other arguments are those of `grow`.  In time
    proportional to the pairs of the picks that are peeled again: the candidates, those peeled after them, and on the
    level above those that lose their tax to a candidate and what is peeled after them.
    """
    wanted, inside = marks[0], marks[1]
    gain = np.int64(0)
    first = np.zeros(32, np.int64)
    for c in candidates:
        first[rank[c] + 1] += 1
    for r in range(1, len(first)):
        first[r] += first[r - 1]
    ordered = np.empty(len(candidates), np.int32)
    fill = first.copy()
    for c in np.sort(candidates):
        ordered[fill[rank[c]]] = c
        fill[rank[c]] += 1
    for r in range(len(first) - 2, 0, -1):
        low, high = first[r], first[r + 1]
        # First the candidates and the picks of their own level: those that are stuck are dropped, small ones first.
        # Then the picks of the level above have to do without the candidates as factors, or get small ones back.
        for above in range(2):
            count = 0
            for i in range(low, high):
                x = ordered[i]
                if above:
                    x = taker[x] if wanted[x] else 0
                if x > 0 and not inside[x]:
                    inside[x] = True
                    nodes[count] = x
                    count += 1
                if not above:
                    wanted[x] = True
            _, count = held_up(0, count, len(nodes), 0, ptr, lower, taker, inside, nodes)
            for i in range(count):
                x = nodes[i]
                taker[tax[x]] = 0
                fresh[x] = 0
            tail = first_private(nodes, count, 0, ptr, lower, picked, wanted, users, queue)
            tail, peeled = peel(0, tail, 0, ptr, lower, picked, wanted, users, queue, inside, fresh)
            left = count - peeled
            cursor = low
            while left > 0:
                head = tail
                c = ordered[cursor]
                if above:
                    while not (wanted[c] and users[c, 0] > 0):
                        cursor += 1
                        c = ordered[cursor]
                    taker[tax[c]] = 0
                    tax[c] = 0
                    if users[c, 0] == 1:
                        queue[tail] = c
                        tail += 1
                else:
                    while not inside[c]:
                        cursor += 1
                        c = ordered[cursor]
                    inside[c] = False
                    left -= 1
                    tail = leave(c, 0, ptr, lower, picked, wanted, users, queue, tail)
                wanted[c] = False
                tail, peeled = peel(head, tail, 0, ptr, lower, picked, wanted, users, queue, inside, fresh)
                left -= peeled
            for i in range(count):
                x = nodes[i]
                tax[x] = fresh[x]
                taker[fresh[x]] = x
            taker[0] = 0
        for i in range(low, high):
            c = ordered[i]
            if wanted[c]:
                wanted[c] = False
                picked[c] = True
                gain += c
                for e in range(ptr[c], ptr[c + 1]):
                    usage[lower[e]] += 1
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
                enter(by_rank[i], 0, ptr, lower, picked, users)
        head = 0
        tail = 0
        for i in range(rank_ptr[r - 1], rank_ptr[r]):
            if users[by_rank[i], 0] == 1:
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
                tail = leave(x, 0, ptr, lower, picked, picked, users, queue, tail)
        stuck += left
        moves[begin:count] = moves[begin:count][::-1].copy()
    return moves[:count].copy(), stuck


@undisturbed
@compiled
def smallest_primes(n):
    """List the smallest prime factor of each of 2..n (int32); 0 and 1 for themselves.  O(n log log n)."""
    prime = np.arange(n + 1).astype(np.int32)
    p = 2
    while p * p <= n:
        if prime[p] == p:
            for multiple in range(p * p, n + 1, p):
                if prime[multiple] == multiple:
                    prime[multiple] = p
        p += 1
    return prime


@compiled
def _tax(p, prime, pot, divisors):
    """Take the proper divisors of p from the pot; whether any of them was there."""
    divisors[0] = 1
    count = 1
    rest = p
    while rest > 1:
        factor = prime[rest]
        below = count
        base = 0
        while rest % factor == 0:
            rest //= factor
            for i in range(base, base + below):
                divisors[count] = divisors[i] * factor
                count += 1
            base += below
    # The last one is p itself.
    taxed = False
    for i in range(count - 1):
        if pot[divisors[i]]:
            taxed = True
            pot[divisors[i]] = False
    return taxed


@undisturbed
@compiled
def replay(n, moves, prime, pot):
    """Play the moves by the rules on ``pot`` (bool), which is left as the game leaves it.

    ``prime`` is the result of `smallest_primes`.  Returns the sum of the numbers taken and the place of the first
    illegal move, or -1 if all are legal.  O(divisors of the moves).
    """
    divisors = np.empty(_MOST_DIVISORS, np.int32)
    score = np.int64(0)
    for i in range(len(moves)):
        p = moves[i]
        if not (1 <= p <= n and pot[p] and _tax(p, prime, pot, divisors)):
            return score, i
        pot[p] = False
        score += p
    return score, -1


@undisturbed
@compiled
def leftovers(n, prime, pot):
    """Take what can still be taken, large numbers first; ``pot`` is updated.  Returns the moves (int32)."""
    divisors = np.empty(_MOST_DIVISORS, np.int32)
    moves = np.empty(n, np.int32)
    count = 0
    # Whether a number can be taken depends on its divisors, which only ever leave: once through is enough.
    for p in range(n, 1, -1):
        if pot[p] and _tax(p, prime, pot, divisors):
            pot[p] = False
            moves[count] = p
            count += 1
    return moves[:count].copy()
