"""Prices on numbers that prove a best score without a tree; docs, "Theory of Taxman: bounds", theorem T9.

People check prices by hand, so prices are integers if possible, and as simple as the program can make them. HiGHS
suggests prices; `Prices.holds` checks them in integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import highspy
import numpy as np

from perfectplay.core.progress import ignore_progress
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.cuts import Cut, make_cut, sides
from perfectplay.matching.highs import new_highs
from perfectplay.taxman.exact.hasse import NamedCut, build_hasse

if TYPE_CHECKING:
    from perfectplay.matching.graph import Graph

__all__ = ["PricedCut", "Prices", "find_prices"]

_SCALES = (1, 2, 3, 4, 6, 12)
_SEEDS = 4
_TOLERANCE = 1e-6
_INF = highspy.kHighsInf


@dataclass(frozen=True, slots=True)
class PricedCut:
    """A cut: a set of pairs, only a limited number of which can be in a game, and a price.

    Attributes
    ----------
    cut
        The kind and the competing numbers, in the format of a certificate.
    pairs
        The pairs (q, p) that the cut is about: p is taken and q is its tax.
    most
        The largest number of these pairs in a game.
    price
        Added to the price of each of these pairs, in the same units as the prices of numbers.
    """

    cut: NamedCut
    pairs: tuple[tuple[int, int], ...]
    most: int
    price: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The competing numbers, ascending."""
        return tuple(sorted(number for _, *group in self.cut.vectors for number in group))


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices that bound the further gain in a pot.

    Attributes
    ----------
    scale
        The denominator of all prices.
    numbers
        Map each number of the pot that is in a pair, in ascending order, to its price.
    cuts
        Cuts with a price above 0.
    """

    scale: int
    numbers: dict[int, int]
    cuts: tuple[PricedCut, ...]

    @property
    def total(self) -> int:
        """Sum of all prices, in units of 1/`scale`: no game gains more."""
        return sum(self.numbers.values()) + sum(cut.most * cut.price for cut in self.cuts)

    def paid(self, q: int, p: int) -> int:
        """Return the price of a pair, in units of 1/`scale`: the sum over its numbers and the cuts that contain it."""
        cuts = sum(cut.price for cut in self.cuts if (q, p) in cut.pairs)
        return self.numbers[q] + self.numbers[p] + cuts

    def holds(self, pairs: Iterable[tuple[int, int]]) -> bool:
        """Check that no price is negative, and that each pair (q, p) is priced at p or more."""
        prices = [*self.numbers.values(), *(cut.price for cut in self.cuts)]
        return min(prices, default=0) >= 0 and all(self.paid(q, p) >= self.scale * p for q, p in pairs)


def find_prices(numbers: Sequence[int], gain: int, *, time_limit: float | None = None, seed: int = 0) -> Prices | None:
    """Find simple prices that prove that no game in a pot gains more than ``gain``.

    Parameters
    ----------
    numbers
        The pot, ascending.
    gain
        The best gain in the pot, established by another proof.
    time_limit
        Seconds for the search for cuts; ``None`` means no limit.
    seed
        Seed of the search for cuts, 0 or larger.

    Returns
    -------
    Prices or None
        Prices that were checked in integers; ``None`` if a search tree is needed or the time was too short.

    Notes
    -----
    Cuts, then their members, are removed one at a time if the remaining ones suffice. Each cut in turn gets the lowest
    price that the total allows. Then each number that can get price 0 gets it; each of the others gets a price that is
    already used, or else the lowest possible one. Given the cuts, prices do not depend on the machine, but the search
    for cuts depends on the seed. Milliseconds up to N = 60; about 0.5 s at N = 300.

    Examples
    --------
    >>> find_prices(range(1, 7), 15).numbers
    {1: 5, 2: 4, 3: 0, 4: 0, 5: 0, 6: 6}
    >>> prices = find_prices(range(1, 25), 182)
    >>> [(cut.numbers, cut.most, cut.price) for cut in prices.cuts]
    [((2, 3, 5, 7), 3, 1)]
    """
    graph = build_hasse(numbers)
    if not graph.pairs:
        return Prices(1, dict.fromkeys(map(int, numbers), 0), ())
    deadline = Deadline(time_limit)
    first = prices = _prices(graph, gain, deadline, seed)
    # If prices are not whole numbers, another seed finds other cuts.
    for another in range(seed + 1, seed + _SEEDS):
        if prices is None or prices.scale == 1:
            break
        prices = _prices(graph, gain, deadline, another)
    return prices if prices and prices.scale == 1 else first


def _prices(graph: Graph, gain: int, deadline: Deadline, seed: int) -> Prices | None:
    cuts = _few_cuts(graph, gain, deadline, seed)
    if cuts is None:
        return None
    for scale, whole in product(_SCALES, (False, True)):
        # Bounds are rounded down, so the prices may add up to less than one above the gain.
        prices = _Program(graph, cuts, scale, scale * (gain + 1) - 1).simplest(whole=whole)
        if prices is not None:
            return prices
    return None


def _few_cuts(graph: Graph, gain: int, deadline: Deadline, seed: int) -> list[Cut] | None:
    """Find a few small cuts with which prices prove the gain; return ``None`` if none are found."""
    # Bounds are rounded down, so it is enough if the prices add up to less than the gain plus one.
    most = gain + 1 - _TOLERANCE

    def enough(cuts: list[Cut]) -> bool:
        return _Program(graph, cuts).cheapest() < most

    if enough([]):
        return []
    from perfectplay.matching.search.state import State
    from perfectplay.matching.search.tree import Search

    state = State(graph, seed=seed, deadline=deadline, progress=ignore_progress)
    Search(state).bound_root(thorough=True)
    # Prefer cuts of rank 1: a set of numbers that compete is easier to explain than vectors.
    plain = [cut for cut in state.pool.cuts if cut.rank == 1]
    for pool in (plain, state.pool.cuts):
        if enough(pool):
            break
    else:
        return None
    if _Program(graph, pool).cheapest() < gain + _TOLERANCE:
        # The cuts allow prices that add up to the gain, so allow no more than that.
        most = gain + _TOLERANCE
    used = _Program(graph, pool).used()
    for cut in sorted(used, key=lambda cut: (-cut.rank, -len(cut.members))):
        rest = [kept for kept in used if kept is not cut]
        if enough(rest):
            used = rest
    for at in range(len(used)):
        used[at] = _smallest(graph, used[at], [*used[:at], *used[at + 1 :]], enough)
    return used


def _smallest(graph: Graph, cut: Cut, others: list[Cut], enough: Callable[[list[Cut]], bool]) -> Cut:
    """Remove members from a cut, one at a time, if it and the other cuts still suffice without them."""
    side = sides(graph)[0 if cut.kind == "S" else 1]
    for member in reversed(cut.members.tolist()):
        kept = cut.members != member
        if kept.sum() > 1:
            smaller = make_cut(side, cut.members[kept], cut.vectors[kept])
            if len(smaller.pairs) and enough([*others, smaller]):
                cut = smaller
    return cut


class _Program:
    """The linear program of prices: a column for each number and cut, a row for each pair, and a row for the total."""

    def __init__(self, graph: Graph, cuts: list[Cut], scale: int = 1, total: float = _INF) -> None:
        self._graph, self._cuts, self._scale = graph, cuts, scale
        size = graph.size
        rhs = np.array([cut.rhs for cut in cuts], np.float64)
        self._cost = np.concatenate((np.ones(size), rhs))
        self._every = np.arange(len(self._cost), dtype=np.int32)
        covers = np.nonzero(graph.cover)[0]
        row_of = np.full(graph.pairs, -1)
        row_of[covers] = np.arange(len(covers))
        entries = [(row_of[covers], graph.lower[covers]), (row_of[covers], graph.upper[covers])]
        for column, cut in enumerate(cuts, size):
            inside = row_of[cut.pairs]
            inside = inside[inside >= 0]
            entries.append((inside, np.full(len(inside), column)))
        rows, columns = (np.concatenate([entry[side] for entry in entries]) for side in (0, 1))
        order = np.argsort(rows, kind="stable")
        starts = np.searchsorted(rows[order], np.arange(len(covers))).astype(np.int32)
        self._highs = highs = new_highs(presolve="off", simplex_strategy=4)
        highs.addVars(len(self._cost), np.zeros(len(self._cost)), np.full(len(self._cost), _INF))
        least = (scale * graph.weights[graph.upper[covers]]).astype(np.float64)
        most = np.full(len(covers), _INF)
        values = np.ones(len(rows))
        highs.addRows(len(covers), least, most, len(rows), starts, columns[order].astype(np.int32), values)
        highs.addRow(-_INF, total, len(self._cost), self._every, self._cost)

    def cheapest(self) -> float:
        """Return the smallest total of prices."""
        self._minimise(self._cost)
        return float(self._highs.getInfo().objective_function_value)

    def used(self) -> list[Cut]:
        """List the cuts that have a price in the cheapest solution."""
        self._minimise(self._cost)
        prices = self._values()[self._graph.size :]
        return [cut for cut, price in zip(self._cuts, prices, strict=True) if price > _TOLERANCE]

    def simplest(self, *, whole: bool) -> Prices | None:
        """Fix one price after another; return ``None`` if the prices do not prove the bound.

        With ``whole``, each step is an integer program. Without it, prices are integers if the pairs form a bipartite
        graph and there are no cuts, and usually in other cases, too.
        """
        if whole:
            integer = np.full(len(self._cost), int(highspy.HighsVarType.kInteger), np.uint8)
            self._highs.changeColsIntegrality(len(self._cost), self._every, integer)
        if not self._minimise(self._cost):
            return None
        size = self._graph.size
        self._lower_all(range(size, len(self._cost)))
        # Going down from the largest number gives fewer different prices than going up from the smallest.
        self._lower_all([column for column in range(size)[::-1] if not self._fix_at_zero(column)])
        return self._read()

    def _fix_at_zero(self, column: int) -> bool:
        """Fix the price of a number at 0 if the prices fixed so far allow it, and return whether they do."""
        if self._values()[column] > _TOLERANCE and self._extreme(column, 1.0) > _TOLERANCE:
            return False
        self._highs.changeColBounds(column, 0.0, 0.0)
        return True

    def _lower_all(self, columns: Iterable[int]) -> None:
        """Fix each column in turn, at a price that another column already has, or else at its lowest possible price."""
        known: set[int] = set()
        for column in columns:
            low = round(self._extreme(column, 1.0))
            high = round(self._extreme(column, -1.0)) if any(price > low for price in known) else low
            price = min((price for price in known if low <= price <= high), default=low)
            known.add(price)
            self._highs.changeColBounds(column, float(price), float(price))

    def _extreme(self, column: int, sign: float) -> float:
        cost = np.zeros(len(self._cost))
        cost[column] = sign
        return float(self._values()[column]) if self._minimise(cost) else 0.0

    def _minimise(self, cost: np.ndarray) -> bool:
        self._highs.changeColsCost(len(cost), self._every, cost)
        self._highs.run()
        return bool(self._highs.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def _values(self) -> np.ndarray:
        return np.array(self._highs.getSolution().col_value)

    def _read(self) -> Prices | None:
        """Return the fixed prices, rounded to integers, or ``None`` if the rounded prices do not prove the bound."""
        lp = self._highs.getLp()
        fixed = [round(low) for low in lp.col_lower_]
        graph, size = self._graph, self._graph.size
        weights = graph.weights.tolist()
        lower, upper = graph.lower.tolist(), graph.upper.tolist()
        cuts = tuple(
            PricedCut(
                NamedCut.name(graph, cut),
                tuple((weights[lower[pair]], weights[upper[pair]]) for pair in cut.pairs.tolist() if graph.cover[pair]),
                cut.rhs,
                price,
            )
            for cut, price in zip(self._cuts, fixed[size:], strict=True)
            if price
        )
        prices = Prices(self._scale, dict(zip(weights, fixed[:size], strict=True)), cuts)
        covers = [(weights[lower[pair]], weights[upper[pair]]) for pair in np.nonzero(graph.cover)[0].tolist()]
        return prices if prices.total <= lp.row_upper_[-1] and prices.holds(covers) else None
