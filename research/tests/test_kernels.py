"""Compare the kernels for circles and for prices with plain twins; prices are compared after each step."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perfectplay_research import kernels
from tests.coins.oracles import brute_sum

Row = tuple[int, ...]

FAR = kernels.FAR


def poorest(largest: int, size: int) -> tuple[int, int, list[Row]]:
    """Return the total of the player to move in a poorest circle, the sum of its coins, and all poorest circles."""
    share, whole, found = 1, 1, list[Row]()
    for row in product(range(largest + 1), repeat=size):
        if min(row) == row[0] and any(row) and row[1 % size] <= row[-1]:
            gets = int(sum(row) + brute_sum([("circle", row)])) // 2
            if gets * whole < share * sum(row):
                share, whole, found = gets, sum(row), []
            if gets * whole == share * sum(row):
                found.append(row)
    return share, whole, found


@given(st.integers(1, 5), st.integers(0, 3), st.integers(0, 40))
@example(size=3, largest=0, most=2)
def test_the_poorest_circles(size: int, largest: int, most: int) -> None:
    found = np.full((most, size), -1)
    share, whole, rows = poorest(largest, size)
    assert kernels.poorest(largest, found) == (share, whole, len(rows))
    nothing = [(-1,) * size] * most
    assert list(map(tuple, found.tolist())) == [*rows, *nothing][:most]


def test_coins_whose_sums_would_be_too_large_are_refused() -> None:
    circles = np.zeros((2, 1), np.int64)
    assert kernels.poorest(1_000, circles) == (1, 1, 1_000)
    for largest, size in ((1 << 31, 1), (1 << 30, 2), (-1, 2), (1, 0)):
        with pytest.raises(ValueError, match="out of range"):
            kernels.poorest(largest, np.zeros((2, size), np.int64))


class Market:
    """A plain twin of ``reprice``: find the least prices of a growing set of vertices that are joined in pairs."""

    def __init__(self, worth: list[int], pairs: set[tuple[int, int]]) -> None:
        self.worth = worth
        self.around = [sorted({v + w - x for v, w in pairs if x in {v, w}}) for x in range(len(worth))]
        self.price, self.mate = [0] * len(worth), [-1] * len(worth)

    def reprice(self, old: int, count: int, every: int, floor: list[int]) -> None:
        for v in range(old):
            if self.price[v] < floor[v]:
                self.price[v] = floor[v]
                if self.mate[v] >= 0:
                    self.mate[self.mate[v]] = self.mate[v] = -1
        for v in range(every):
            if v >= old:
                self.price[v] = max([floor[v], *(self.worth[v] - self.price[w] for w in self.around[v] if w <= v)])
            if v < count and self.mate[v] < 0 and self.price[v] > floor[v]:
                self.settle(v, max(old, v + 1), floor)

    def settle(self, root: int, count: int, floor: list[int]) -> None:  # noqa: C901  # in the order of the kernel
        near, far, before = {root: 0}, dict[int, int](), dict[int, int]()
        length, end, matched = self.price[root] - floor[root], root, True
        heap = [(0, root)]
        while heap:
            distance, v = heappop(heap)
            if distance >= length:
                break
            if distance > near[v]:
                continue
            if distance + self.price[v] - floor[v] < length:
                length, end, matched = distance + self.price[v] - floor[v], v, True
            for w in self.around[v]:
                step = distance + self.price[v] + self.price[w] - max(self.worth[v], self.worth[w])
                if w < count and step < length and w != self.mate[v] and step < far.get(w, FAR):
                    far[w], before[w] = step, v
                    u = self.mate[w]
                    if u < 0:
                        length, end, matched = step, w, False
                    elif step < near.get(u, FAR):
                        near[u] = step
                        heappush(heap, (step, u))
        for v, distance in near.items():
            self.price[v] -= max(0, length - distance)
        for w, distance in far.items():
            self.price[w] += max(0, length - distance)
        w = end
        if matched:
            w, self.mate[end] = self.mate[end], -1
        while w >= 0:
            v = before[w]
            self.mate[w], self.mate[v], w = v, w, self.mate[v]


@st.composite
def markets(draw: st.DrawFn) -> tuple[list[int], set[tuple[int, int]], list[tuple[int, int, list[int]]]]:
    """Generate the worth of vertices, their pairs, and steps; a step has the numbers to match and to price, and floors.

    A pair joins an odd vertex and an even one, so the graph is bipartite.
    """
    n = draw(st.integers(1, 9))
    scale = draw(st.sampled_from([1, 1 << 54]))
    worth = sorted(scale * draw(st.integers(0, 15)) for _ in range(n))
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(
        lambda pair: pair[0] < pair[1] and sum(pair) % 2 == 1
    )
    pairs = draw(st.sets(pair, max_size=20)) if n > 1 else set[tuple[int, int]]()
    steps, count = [], 0
    for _ in range(draw(st.integers(1, 4))):
        count = draw(st.integers(count, n))
        floor = [scale * draw(st.integers(0, 15)) for _ in range(n)]
        steps.append((count, draw(st.integers(count, n)), floor))
    return worth, pairs, steps


def walk(
    worth: list[int], pairs: set[tuple[int, int]], steps: list[tuple[int, int, list[int]]]
) -> Iterator[tuple[Market, npt.NDArray[np.int64], npt.NDArray[np.int32]]]:
    """Yield the twin and the kernel's prices and matching after each step; check that scratch arrays are reset."""
    twin, n = Market(worth, pairs), len(worth)
    ptr = np.cumsum([0, *map(len, twin.around)])
    ends = np.array([w for around in twin.around for w in around], np.int32)
    price, mate, before = np.zeros(n, np.int64), np.full(n, -1, np.int32), np.zeros(n, np.int64)
    near, far = np.full(n, FAR), np.full(n, FAR)
    old = 0
    for count, every, floor in steps:
        twin.reprice(old, count, every, floor)
        graph = (np.array(worth), ptr, ends)
        kernels.reprice(old, count, every, *graph, price, np.array(floor), mate, near, far, before)
        assert set(near.tolist()) == set(far.tolist()) == {FAR}
        yield twin, price, mate
        old = count


@given(markets())
@example(([1, 1, 2, 2], {(0, 1), (0, 3), (1, 2), (2, 3)}, [(4, 4, [0, 0, 0, 0])]))
def test_prices_and_matchings_are_those_of_the_twin(
    market: tuple[list[int], set[tuple[int, int]], list[tuple[int, int, list[int]]]],
) -> None:
    for twin, price, mate in walk(*market):
        assert (price.tolist(), mate.tolist()) == (twin.price, twin.mate)


def test_a_larger_market() -> None:
    """Test a market so large that paths have many vertices and the heap has several levels."""
    rng = np.random.default_rng(2)
    n = 150
    worth = sorted(rng.integers(0, 1_000, n).tolist())
    pairs = {(min(v, w), max(v, w)) for v, w in rng.integers(0, n, (900, 2)).tolist() if (v + w) % 2}
    steps = [(count, min(n, count + 9), rng.integers(0, 400, n).tolist()) for count in (20, 21, 80, 150, 150)]
    most = 0
    for twin, price, mate in walk(worth, pairs, steps):
        assert (price.tolist(), mate.tolist()) == (twin.price, twin.mate)
        most = max(most, sum(other >= 0 for other in twin.mate))
    assert most > 50


def test_a_graph_that_leads_beyond_its_pairs_is_refused() -> None:
    def reprice(*, old: int = 0, count: int = 2, every: int = 2, ends: int = 2) -> None:
        arrays = [np.zeros(2, np.int64) for _ in range(6)]
        worth, price, floor, near, far, before = arrays
        near[:] = far[:] = FAR
        ptr, pairs, mate = np.array([0, 1, ends]), np.array([1, 0], np.int32), np.full(2, -1, np.int32)
        kernels.reprice(old, count, every, worth, ptr, pairs, price, floor, mate, near, far, before)

    reprice()
    for wrong in ({"old": -1}, {"old": 3}, {"count": 3}, {"every": 3}, {"every": 1}, {"ends": 3}, {"ends": 0}):
        with pytest.raises(ValueError, match="out of range"):
            reprice(**wrong)
