"""Compare the kernels for large pots, and the kernel of the greedy choice, with plain twins."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.matching.incumbent import greedy_picks, nothing_picked, scratch
from perfectplay.matching.kernels import greedy
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact.hasse import build_hasse
from perfectplay.taxman.large.bans import _BanSearch
from perfectplay.taxman.large.kernels import firstorder
from perfectplay.taxman.large.kernels import largescale as kernels
from perfectplay.taxman.large.largescale import replay
from tests.tables import rows
from tests.taxman import twins

MOST = (1 << 62) - 1


def divisors(p: int) -> list[int]:
    return [d for d in range(1, p) if p % d == 0]


def levels(n: int) -> tuple[Any, Any, Any, Any]:
    ptr, lower, rank = kernels.cover_graph(n)
    by_rank = (np.argsort(rank[1:], kind="stable") + 1).astype(np.int32)
    return by_rank, np.concatenate(([0], np.cumsum(np.bincount(rank[1:])))).astype(np.int64), ptr, lower


def peelable(n: int, picks: set[int]) -> bool:
    covers = [[p // r for r in range(2, p + 1) if p % r == 0 and not divisors(r)[1:]] for p in range(n + 1)]
    return twins.peelable(covers, picks)


@rows("n", [1, 2, 3, 10, 97, 360])
def test_the_cover_graph_is_the_other_one(n: int) -> None:
    ptr, lower, rank = kernels.cover_graph(n)
    hasse = build_hasse(range(1, n + 1))
    pairs = {(int(lower[e]), v) for v in range(1, n + 1) for e in range(ptr[v], ptr[v + 1])}
    assert pairs == set(zip((hasse.lower + 1).tolist(), (hasse.upper + 1).tolist(), strict=True))
    assert rank[1:].tolist() == hasse.level.tolist()
    start, near = kernels.neighbours(n, ptr, lower)
    for v in range(1, n + 1):
        around = near[start[v] : start[v + 1]].tolist()
        assert sorted(around) == sorted([q for q, p in pairs if p == v] + [p for q, p in pairs if q == v])


def test_smallest_primes_are_smallest_divisors() -> None:
    prime = kernels.smallest_primes(400).tolist()
    assert prime[2:] == [[*divisors(v), v][1] for v in range(2, 401)]


def test_a_move_takes_all_its_divisors_and_nothing_else() -> None:
    prime = kernels.smallest_primes(1000)
    for p in range(2, 1001):
        pot = np.ones(1001, np.bool_)
        pot[0] = False
        assert kernels.replay(1000, np.array([p], np.int32), prime, pot) == (p, -1)
        assert np.flatnonzero(~pot).tolist() == [0, *divisors(p), p]


class Picks:
    """The state of the kernels; each step checks that the state stays consistent."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.ptr, self.lower, self.rank = kernels.cover_graph(n)
        self.picked = np.zeros(n + 1, np.bool_)
        self.tax, self.taker, self.usage = (np.zeros(n + 1, np.int32) for _ in range(3))
        self.users, self.marks = np.zeros((n + 1, 2), np.int32), np.zeros((2, n + 1), np.bool_)
        self.fresh, self.nodes, self.queue = (np.zeros(n + 1, np.int32) for _ in range(3))

    def picks(self) -> set[int]:
        return set(np.flatnonzero(self.picked).tolist())

    def extend(self, candidates: set[int]) -> int:
        before = self.picks()
        gain = kernels.extend(
            np.array(sorted(candidates), np.int32), self.rank, self.ptr, self.lower, self.picked, self.tax, self.taker,
            self.usage, self.users, self.marks, self.fresh, self.nodes, self.queue,
        )  # fmt: skip
        self.check(before, gain)
        return gain

    def grow(self, first: int, last: int, limit: int) -> tuple[int, set[int]]:
        before = self.picks()
        later = np.zeros(self.n + 1, np.int32)
        gain, count = kernels.grow(
            first, last, limit, self.ptr, self.lower, self.picked, self.tax, self.taker,
            self.usage, self.users, self.marks, self.fresh, self.nodes, self.queue, later,
        )  # fmt: skip
        self.check(before, gain)
        return gain, set(later[:count].tolist())

    def check(self, before: set[int], gain: int) -> None:
        after = self.picks()
        assert before <= after
        assert gain == sum(after) - sum(before)
        assert not self.users.any()
        assert not self.marks.any()
        below = [self.lower[self.ptr[v] : self.ptr[v + 1]].tolist() for v in range(self.n + 1)]
        assert all(self.tax[p] in below[p] and self.tax[p] not in after for p in after)
        assert {p: int(self.tax[p]) for p in after} == {int(self.taker[q]): q for q in np.flatnonzero(self.taker)}
        assert self.usage.tolist() == [sum(v in below[p] for p in after) for v in range(self.n + 1)]
        # Within a level, the arcs from the taker of a number to its other multiples form no cycle.
        held_up = {p: {int(self.taker[q]) for q in below[p]} - {0, p} for p in after}
        while free := [p for p, others in held_up.items() if not others]:
            for p in free:
                del held_up[p]
            for others in held_up.values():
                others.difference_update(free)
        assert not held_up


def rank(v: int) -> int:
    """Return the number of prime factors of a number, counted with multiplicity."""
    return 0 if v == 1 else 1 + rank(v // [*divisors(v), v][1])


def stuck(members: set[int], barred: set[int]) -> set[int]:
    """Peel the members of a level, in which some factors are barred, and return the members that remain."""
    left = set(members)
    below = {p: {d for d in divisors(p) if rank(d) == rank(p) - 1} - barred for p in left}
    while free := [p for p in left if any(all(q not in below[o] for o in left - {p}) for q in below[p])]:
        left.difference_update(free[:1])
    return left


def batch_twin(n: int, picks: set[int], candidates: set[int]) -> set[int]:
    """Return the picks after a batch of candidates, by peeling whole levels again after each removed candidate."""
    result = set(picks)
    for r in range(n.bit_length(), 0, -1):
        wanted = {c for c in candidates if rank(c) == r}
        while core := stuck({p for p in result if rank(p) == r} | wanted, result):
            wanted.remove(min(core & wanted))
        while core := stuck({p for p in result if rank(p) == r + 1}, result | wanted):
            wanted.remove(min(c for c in wanted if any(p % c == 0 for p in core)))
        result |= wanted
    return result


@given(st.integers(2, 60), st.data())
def test_a_batch_is_decided_as_its_twin_decides_it(n: int, data: st.DataObject) -> None:
    picks = Picks(n)
    for _ in range(3):
        before = picks.picks()
        candidates = data.draw(st.sets(st.integers(2, n))) - before
        picks.extend(candidates)
        assert picks.picks() == batch_twin(n, before, candidates)
        assert peelable(n, picks.picks())


@given(st.integers(2, 60), st.data())
def test_a_single_candidate_is_added_exactly_if_it_fits(n: int, data: st.DataObject) -> None:
    one, other = Picks(n), Picks(n)
    picks: set[int] = set()
    for p in data.draw(st.permutations(range(2, n + 1))):
        gain = one.extend({p})
        assert gain in {0, p}
        assert (gain == p) == peelable(n, picks | {p})
        assert other.grow(p, p, n) == (gain, set())
        picks |= {p} if gain else set()


@pytest.mark.full
@given(st.integers(2, 80), st.integers(1, 20), st.data())
def test_what_is_put_off_is_all_that_is_not_decided_rightly(n: int, limit: int, data: st.DataObject) -> None:
    grown = Picks(n)
    for p in data.draw(st.permutations(range(2, n + 1))):
        before = grown.picks()
        gain, later = grown.grow(p, p, limit)
        assert later <= {p}
        assert gain == (0 if later or not peelable(n, before | {p}) else p)


@pytest.mark.parametrize("n", [2, 7, 30, 61, 100])
def test_numbers_are_added_one_by_one_exactly_if_they_fit(n: int) -> None:
    grown = Picks(n)
    assert grown.grow(n, 2, n)[1] == set()
    picks: set[int] = set()
    for p in range(n, 1, -1):
        if peelable(n, picks | {p}):
            picks.add(p)
    assert grown.picks() == picks


def test_a_low_limit_puts_numbers_off_and_a_batch_adds_them() -> None:
    for limit in (1, 5):
        grown = Picks(400)
        _, later = grown.grow(400, 201, limit)
        assert later
        assert peelable(400, grown.picks())
        assert grown.extend(later) > 0
        assert peelable(400, grown.picks())


def auction(n: int, increment: int, work: int) -> tuple[list[int], list[int], list[int], int]:
    """Run one phase of the auction from the start; return prices, profits, mates and the number of calls."""
    ptr, lower, levels = kernels.cover_graph(n)
    start, near = kernels.neighbours(n, ptr, lower)
    price, profit = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    mate, stack, state = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(2, np.int64)
    calls = 0
    while state[0] != kernels.PHASE_ENDED:
        kernels.auction(n, start, near, levels, 10, increment, price, profit, mate, stack, state, work)
        calls += 1
    return price.tolist(), profit.tolist(), mate.tolist(), calls


@given(st.integers(1, 60), st.integers(1, 100))
def test_an_auction_keeps_its_promise_however_often_it_is_interrupted(n: int, increment: int) -> None:
    price, profit, mate, calls = auction(n, increment, 1)
    assert (price, profit, mate) == auction(n, increment, 10**9)[:3]
    assert calls > 1 or n < 3
    value = [price[v] + profit[v] for v in range(n + 1)]
    for p in range(2, n + 1):
        for q in divisors(p):
            if rank(q) == rank(p) - 1:
                assert value[q] + value[p] >= 10 * p - increment
                assert (mate[q] == p) == (mate[p] == q)
                assert mate[q] != p or value[q] + value[p] <= 10 * p + increment
    assert all(value[v] <= 0 for v in range(1, n + 1) if mate[v] == 0)


@given(st.integers(2, 40), st.data())
def test_the_playing_order_is_a_game_exactly_if_the_picks_are_one(n: int, data: st.DataObject) -> None:
    by_rank, rank_ptr, ptr, lower = levels(n)
    picks = data.draw(st.sets(st.integers(2, n)))
    picked = np.zeros(n + 1, np.bool_)
    picked[sorted(picks)] = True
    moves, stuck = kernels.playing_order(by_rank, rank_ptr, ptr, lower, picked)
    assert (stuck == 0) == peelable(n, picks)
    if stuck == 0:
        assert sorted(moves.tolist()) == sorted(picks)
        assert replay(n, moves.tolist()) == sum(picks)


@given(st.integers(2, 60), st.data())
def test_leftovers_finish_any_game(n: int, data: st.DataObject) -> None:
    position = TaxmanPosition.new(n, "end")
    for p in data.draw(st.permutations(range(2, n + 1)))[: data.draw(st.integers(0, 6))]:
        if position.is_legal(p):
            position = position.play(p)
    pot = np.zeros(n + 1, np.bool_)
    pot[sorted(position.pot)] = True
    for p in kernels.leftovers(n, kernels.smallest_primes(n), pot).tolist():
        position = position.play(p)
    assert position.is_over()


def plain_offer(v: int, around: list[list[int]], scale: int, charge: list[int]) -> tuple[int, int, int]:
    """Return the two largest surpluses of a vertex's neighbours, at least 0, and the neighbour with the largest."""
    best, second, who = 0, 0, 0
    for q in around[v]:
        surplus = max(v, q) * scale - charge[q]
        if surplus > best:
            best, second, who = surplus, best, q
        elif surplus > second:
            second = surplus
    return best, second, who


def plain_forward(
    n: int, around: list[list[int]], scale: int, epsilon: int, price: list[int], profit: list[int], mate: list[int]
) -> None:
    """Run the first part of a phase of `kernels.auction`, in which prices rise, in plain Python."""
    stack = []
    for i in (i for i in range(n, 0, -1) if rank(i) % 2):
        if mate[i]:
            mine = max(i, mate[i]) * scale - price[mate[i]]
            if mine >= plain_offer(i, around, scale, price)[0] - epsilon:
                profit[i] = mine
                continue
            mate[mate[i]] = mate[i] = 0
        profit[i] = 0
        stack.append(i)
    while stack:
        i = stack.pop()
        best, second, j = plain_offer(i, around, scale, price)
        profit[i] = second - epsilon if j else 0
        if j:
            price[j] += best - second + epsilon
            old, mate[j], mate[i] = mate[j], i, j
            if old:
                mate[old] = 0
                stack.append(old)


def plain_backward(
    n: int, around: list[list[int]], scale: int, epsilon: int, price: list[int], profit: list[int], mate: list[int]
) -> None:
    """Run the second part of the phase, in which numbers without a bidder get cheaper, in plain Python."""
    stack = [j for j in range(1, n + 1) if rank(j) % 2 == 0 and not mate[j] and price[j] > 0]
    while stack:
        j = stack.pop()
        best, second, i = plain_offer(j, around, scale, profit)
        if not i or best <= epsilon:
            price[j] = 0
            continue
        price[j] = max(second - epsilon, 0)
        profit[i] += best - price[j]
        old, mate[i], mate[j] = mate[i], j, i
        if old:
            mate[old] = 0
            if price[old] > 0:
                stack.append(old)


@given(st.integers(1, 60), st.sampled_from([1, 10, 31, 1 << 30]), st.lists(st.integers(0, 300), min_size=1, max_size=3))
def test_an_auction_is_that_of_its_twin(n: int, scale: int, increments: list[int]) -> None:
    ptr, lower, levels = kernels.cover_graph(n)
    start, near = kernels.neighbours(n, ptr, lower)
    around = [near[start[v] : start[v + 1]].tolist() for v in range(n + 1)]
    carried = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int32)
    plain = [[0] * (n + 1) for _ in carried]
    for increment in sorted(increments, reverse=True):
        epsilon = max(1, increment * scale // 10)
        state, stack = np.zeros(2, np.int64), np.zeros(n + 1, np.int32)
        while state[0] != kernels.PHASE_ENDED:
            kernels.auction(n, start, near, levels, scale, epsilon, *carried, stack, state, 50)
        plain_forward(n, around, scale, epsilon, plain[0], plain[1], plain[2])
        plain_backward(n, around, scale, epsilon, plain[0], plain[1], plain[2])
        assert [array.tolist() for array in carried] == plain


@given(st.integers(1, 40), st.integers(1, 30), st.sampled_from([1, 500, MOST]), st.data())
def test_prices_become_the_dual_solution_of_the_twin(n: int, scale: int, largest: int, data: st.DataObject) -> None:
    ptr, lower, levels = kernels.cover_graph(n)
    start, near = kernels.neighbours(n, ptr, lower)
    # The sum of all values must stay below 2^63.
    price = data.draw(st.lists(st.integers(-largest // 64, largest // 64), min_size=n + 1, max_size=n + 1))
    shift = data.draw(st.integers(0, scale - 1))
    expected = [(value + shift) // scale for value in price]
    for i in (i for i in range(1, n + 1) if rank(i) % 2):
        expected[i] = max(0, *(max(i, int(q)) - expected[q] for q in near[start[i] : start[i + 1]]))
    u = np.zeros(n + 1, np.int64)
    assert kernels.dual(n, start, near, levels, scale, shift, np.array(price), u) == sum(expected[1:])
    assert u[1:].tolist() == expected[1:]


# -- annealing -----------------------------------------------------------------------------------------------------


def ulps(x: float) -> float:
    """Return the difference between the kernel's exponential and libm's, in units in the last place."""
    return abs(kernels.exponential(x) - math.exp(x)) / math.ulp(math.exp(x))


@given(st.floats(-708, 0) | st.floats(-40, 0))
def test_the_exponential_is_that_of_libm_within_one_unit_in_the_last_place(x: float) -> None:
    assert ulps(x) <= 1


def test_the_exponential_is_that_of_libm_in_nine_of_ten_cases() -> None:
    found = [ulps(x) for x in np.random.default_rng(1).uniform(-40, 0, 20_000).tolist()]
    assert max(found) <= 1
    assert np.mean(found) < 0.12
    assert kernels.exponential(0.0) == kernels.exponential(-0.0) == kernels.exponential(-1e-300) == 1
    assert kernels.exponential(-708.0) > 0
    for x in (-708.1, -1e300, -math.inf):
        assert kernels.exponential(x) == 0
    for x in (1e-300, math.inf, math.nan):
        with pytest.raises(ValueError, match="out of range"):
            kernels.exponential(x)


@given(st.integers(8, 60), st.floats(0.1, 20), st.sampled_from([0.0, 0.3, 1.0]), st.randoms())
def test_annealing_tries_and_keeps_the_games_of_the_twin(n: int, warmth: float, share: float, random: Any) -> None:
    ptr, lower, _ = kernels.cover_graph(n)
    covers = [lower[ptr[v] : ptr[v + 1]].tolist() for v in range(n + 1)]
    order = list(range(1, n + 1))
    random.shuffle(order)
    given = greedy_picks(ptr, lower, np.array(order, np.int32))
    seed, first, last = random.randrange(1000), n // 2, n // 8 + 1
    search = _BanSearch(ptr, lower, given, seed=seed)
    # The search delays every number that would fit but is not in the given game.
    upper = [x for x in range(n, first, -1) if given[x]]
    picks: set[int] = set(upper)
    delayed: set[int] = set()
    for x in range(first, last - 1, -1):
        if peelable(n, picks | {x}):
            (picks if given[x] else delayed).add(x)
    assert set(np.flatnonzero(search._delayed).tolist()) == delayed

    def game(late: set[int]) -> set[int]:
        rest = sorted(range(last, first + 1), key=lambda x: (x in late, -x))
        return set(np.flatnonzero(greedy_picks(ptr, lower, np.array([*upper, *rest], np.int32))).tolist())

    rng = np.random.default_rng(seed)
    rng.random((1, 3))
    # In the first game, the delayed numbers are tried last.
    picks = game(delayed)
    best, score, tried = picks, max(sum(picks), int(search._scores[1])), 0
    assert set(np.flatnonzero(search._game[0]).tolist()) == picks
    for one, other, luck in rng.random((15, 3)).tolist():
        used = {q for p in picks for q in covers[p]}
        found = [x for x in range(first, last - 1, -1) if x in delayed or (x in picks and x in used)]
        if not found:
            break
        tried += 1
        at = int(one * len(found))
        chosen = {found[at]}
        if other < share:
            chosen.add(found[min(max(at + int(20 * other / share) - 10, 0), len(found) - 1)])
        new = game(delayed ^ chosen)
        change = sum(new) - sum(picks)
        if change >= 0 or luck < math.exp(change / warmth):
            picks, delayed = new, delayed ^ chosen
            if sum(picks) > score:
                best, score = picks, sum(picks)
    assert search._anneal(15, warmth, share) == tried
    assert set(np.flatnonzero(search._delayed).tolist()) == delayed
    for array in (search._game[0], search._kept[0]):
        assert set(np.flatnonzero(array).tolist()) == picks
    assert search._scores.tolist() == [sum(picks), score]
    assert sum(np.flatnonzero(search._best).tolist()) == score == sum(best)


# -- the greedy choice ---------------------------------------------------------------------------------------------


@given(st.integers(1, 30), st.randoms())
def test_in_any_order_picks_and_their_pairs_are_possible_and_complete(n: int, random: Any) -> None:
    picks = Picks(n)
    order = random.sample(range(1, n + 1), random.randint(0, n))
    arrays = (picks.users, picks.marks, picks.fresh, picks.nodes, picks.queue)
    greedy.grow_in_order(
        np.array(order, np.int32), picks.ptr, picks.lower, picks.picked, picks.tax, picks.taker, picks.usage, *arrays
    )
    plain: set[int] = set()
    for p in order:
        if peelable(n, plain | {p}):
            plain.add(p)
    picks.check(set(), sum(plain))
    assert picks.picks() == plain


def test_what_leads_beyond_an_array_is_refused() -> None:
    n = 10
    ptr, lower, levels = kernels.cover_graph(n)
    start, near = kernels.neighbours(n, ptr, lower)
    arrays, later = (ptr, lower, *nothing_picked(n), *scratch(n)), np.zeros(4, np.int32)
    for first, last, limit in ((11, 9, 5), (4, 0, 5), (8, 4, 5), (8, 5, 0), (5 - (1 << 32), 1, 5), (-(1 << 63), 1, 5)):
        with pytest.raises(ValueError, match="out of range"):
            kernels.grow(first, last, limit, *arrays, later)
    assert kernels.grow(8, 5, (1 << 63) - 1, *arrays, later) == (8 + 7 + 6, 0)
    with pytest.raises(ValueError, match="out of range"):
        kernels.hold_back(np.ones(n + 1, np.bool_), 11, 1, np.ones(n + 1, np.bool_), *arrays)
    carried = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)
    for scale, epsilon, top in (((1 << 30) + 1, 1, 0), (-1, 1, 0), (1, -1, 0), (1, MOST, 0), (1, 1, 12), (1, 1, -1)):
        with pytest.raises(ValueError, match="out of range"):
            kernels.auction(n, start, near, levels, scale, epsilon, *carried, np.array([1, top]), 5)
    for scale, shift in ((0, 0), (3, 3), (3, -1)):
        with pytest.raises(ValueError, match="out of range"):
            kernels.dual(n, start, near, levels, scale, shift, carried[0], carried[1])
    for size in (-1, -2, (1 << 31) - 1, 1 << 62):
        for sieve in (kernels.cover_graph, kernels.smallest_primes):
            with pytest.raises(ValueError, match="out of range"):
                sieve(size)
    with pytest.raises(ValueError, match="out of range"):
        kernels.leftovers(-1, np.zeros(0, np.int32), np.zeros(0, np.bool_))
    assert [array.tolist() for array in kernels.cover_graph(0)] == [[0, 0], [], [0]]


# -- steps along the linear program --------------------------------------------------------------------------------


@rows("seed", range(5))
def test_steps_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = build_hasse(range(1, 31))
    cuts = [np.sort(rng.choice(graph.pairs, size, replace=False)) for size in (2, 5, 3)]
    room, gain, balance = np.array([1.0, 2.0, 1.0]), rng.random(graph.pairs), 0.7
    ends = np.stack((graph.lower, graph.upper))
    # The matrix of 0 and 1 has a row for each vertex and each cut; the kernel gets only the positions of the ones.
    matrix = np.zeros((30 + len(cuts), graph.pairs))
    for e in range(graph.pairs):
        matrix[ends[:, e], e] = 1
    for i, cut in enumerate(cuts):
        matrix[30 + i, cut] = 1
    x, z = rng.random(graph.pairs), rng.random(33)
    row_ptr, row_pair = np.cumsum([0, *map(len, cuts)]), np.concatenate(cuts)
    owner = np.repeat(np.arange(3), np.diff(row_ptr))[np.argsort(row_pair, kind="stable")]
    in_ptr = np.concatenate(([0], np.cumsum(np.bincount(row_pair, minlength=graph.pairs))))
    found = x.copy(), z[:30].copy(), z[30:].copy()
    degree = matrix[:30].sum(axis=1).astype(np.int64)
    firstorder.descend(
        4, balance, gain, room, graph.lower, graph.upper, degree, row_ptr, row_pair, in_ptr, owner, *found
    )
    points = []
    for _ in range(4):
        new = np.maximum(0, x + (gain - matrix.T @ z) / (balance * matrix.sum(axis=0)))
        over = matrix @ (2 * new - x) - np.concatenate((np.ones(30), room))
        x, z = new, np.maximum(0, z + balance * over / np.maximum(matrix.sum(axis=1), 1))
        points.append(np.concatenate((x, z)))
    assert np.concatenate(found) == pytest.approx(np.mean(points, axis=0))


@given(st.integers(2, 24), st.integers(1, 3), st.floats(0.01, 100), st.randoms(use_true_random=False))
def test_steps_are_added_up_in_the_same_order(n: int, steps: int, balance: float, random: Any) -> None:
    graph = build_hasse(range(1, n + 1))
    pairs = list(zip(graph.lower.tolist(), graph.upper.tolist(), strict=True))
    cuts = [
        sorted(random.sample(range(len(pairs)), random.randint(1, len(pairs)))) for _ in range(random.randint(0, 3))
    ]
    inside = [[i for i, cut in enumerate(cuts) if e in cut] for e in range(len(pairs))]
    gain, x = ([random.uniform(-1, 1) for _ in pairs] for _ in range(2))
    u, degree = [random.random() for _ in range(n)], [sum(v in pair for pair in pairs) for v in range(n)]
    room, y = ([float(random.randint(1, 3)) for _ in cuts] for _ in range(2))
    found = np.array(x), np.array(u), np.array(y, np.float64)
    lists = [np.array([0, *np.cumsum([len(part) for part in parts])], np.int64) for parts in (cuts, inside)]
    items = [np.array([item for part in parts for item in part], np.int64) for parts in (cuts, inside)]
    firstorder.descend(
        steps, balance, np.array(gain), np.array(room, np.float64), graph.lower, graph.upper, np.array(degree),
        lists[0], items[0], lists[1], items[1], *found,
    )  # fmt: skip
    sums = [[0.0] * len(values) for values in (x, u, y)]
    for _ in range(steps):
        load, ahead = [-1.0] * n, [0.0] * len(pairs)
        for e, (low, high) in enumerate(pairs):
            slope = gain[e] - u[low] - u[high]
            for i in inside[e]:
                slope -= y[i]
            new = max(0.0, x[e] + slope / (balance * (2 + len(inside[e]))))
            ahead[e] = 2 * new - x[e]
            x[e] = new
            load[low] += ahead[e]
            load[high] += ahead[e]
        for v in range(n):
            u[v] = max(0.0, u[v] + balance * load[v] / max(degree[v], 1))
        for i, cut in enumerate(cuts):
            over = -room[i]
            for e in cut:
                over += ahead[e]
            y[i] = max(0.0, y[i] + balance * over / len(cut))
        for values, total in zip((x, u, y), sums, strict=True):
            total[:] = [one + other for one, other in zip(total, values, strict=True)]
    assert [array.tolist() for array in found] == [[value / steps for value in total] for total in sums]


@rows("seed", range(5))
def test_multipliers_cover_each_pair_and_never_grow(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = build_hasse(range(1, 61))
    weight, start = rng.integers(-20, 60, graph.pairs), rng.integers(0, 60, 60)
    sums = []
    for sweeps in range(1, 5):
        u = start.copy()
        arrays = (graph.lower, graph.upper, graph.level, graph.down_ptr, graph.up_ptr, graph.up_pair)
        firstorder.cover(sweeps, weight, *arrays, u)
        assert (u >= 0).all()
        assert (u[graph.lower] + u[graph.upper] >= weight).all()
        sums.append(int(u.sum()))
    assert all(less <= more for more, less in pairwise(sums))


@given(st.integers(2, 30), st.integers(0, 4), st.sampled_from([3, MOST]), st.data())
def test_multipliers_are_those_of_the_twin(n: int, sweeps: int, largest: int, data: st.DataObject) -> None:
    graph = build_hasse(range(1, n + 1))
    pairs = list(zip(graph.lower.tolist(), graph.upper.tolist(), strict=True))
    weight = data.draw(st.lists(st.integers(-largest, largest), min_size=len(pairs), max_size=len(pairs)))
    u = data.draw(st.lists(st.integers(0, largest), min_size=n, max_size=n))
    found = np.array(u)
    arrays = (graph.lower, graph.upper, graph.level, graph.down_ptr, graph.up_ptr, graph.up_pair)
    firstorder.cover(sweeps, np.array(weight), *arrays, found)
    for sweep in range(sweeps):
        for v in range(n):
            if (int(graph.level[v]) + sweep) % 2:
                needs = [weight[e] - u[sum(pair) - v] for e, pair in enumerate(pairs) if v in pair]
                u[v] = max([0, *needs])
    assert found.tolist() == u


def test_no_steps_are_refused() -> None:
    none, nothing, begin = np.zeros(0), np.zeros(0, np.int64), np.zeros(1, np.int64)
    with pytest.raises(ValueError, match="out of range"):
        firstorder.descend(
            0, 1.0, none, none, nothing, nothing, nothing, begin, nothing, begin, nothing, none, none, none
        )
