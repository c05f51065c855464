"""The best matching so far, and a greedy search for better ones, guided by the relaxation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import relaxation as kernels
from perfectplay.matching.kernels.greedy import grow_in_order

__all__ = ["Heuristic", "Incumbent", "greedy_picks", "lower_covers", "nothing_picked", "scratch"]

Vertices = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
_NOISES = (0.05, 0.1, 0.2)
_LEANINGS = (0.1, 0.3, 0.6)
_FRACTIONAL = 1e-6
_HEURISTIC_EVERY = 24
"""The heuristic is called at the first of every 24 points that the greedy search follows."""


def lower_covers(graph: Graph) -> tuple[Ints, Vertices]:
    """Return ``ptr`` and ``lower`` for `greedy_picks`; vertices are counted from 1, and larger covers come first."""
    by_size = np.lexsort((-graph.lower, graph.upper))
    return np.concatenate(([0], graph.down_ptr)), (graph.lower[by_size] + 1).astype(np.int32)


def nothing_picked(n: int) -> tuple[Bools, Vertices, Vertices, Vertices]:
    """Return the state arrays of `grow_in_order` before anything is picked."""
    return np.zeros(n + 1, np.bool_), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)


def scratch(n: int) -> tuple[Vertices, Bools, Vertices, Vertices, Vertices]:
    """Return the scratch arrays of `grow_in_order`."""
    users, marks = np.zeros((n + 1, 2), np.int32), np.zeros((2, n + 1), np.bool_)
    return users, marks, np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)


def greedy_picks(ptr: Ints, lower: Vertices, order: Vertices) -> Bools:
    """Pick each vertex in the given order if the picks remain the upper ends of an acyclic matching.

    The poset is graded, with the vertices 1, 2, ..., n; the lower covers of v are ``lower[ptr[v] : ptr[v + 1]]``, the
    preferred ones first. Returns bool, shape (n + 1,): the unique set for this order (T4).
    """
    n = len(ptr) - 2
    state = nothing_picked(n)
    arrays = (ptr, lower, *state, *scratch(n))
    grow_in_order(order, *arrays)
    return state[0]


class Heuristic(Protocol):
    """A callback that looks for better matchings; worker processes get a pickled copy of it."""

    def __call__(self, y: Floats, seed: int) -> Bools:
        """Return picks that look good near a point of the relaxation; each call gets a different ``seed``.

        ``y``, float64, shape (n,), is how much each vertex is picked at the point. The picks need not be possible: the
        caller drops picks that block each other.
        """


class Incumbent:
    """The best matching so far: its ``picks``, bool, shape (n,), and ``value``, the sum of their weights.

    A run depends on the seed alone; ``heuristic`` is called from time to time for better matchings.
    """

    def __init__(self, graph: Graph, seed: int, heuristic: Heuristic | None = None) -> None:
        self.graph = graph
        self.heuristic = heuristic
        self.value: int = 0
        self.picks: Bools = np.zeros(graph.size, np.bool_)
        self._rng = np.random.default_rng(seed)
        self._levels = int(graph.level.max(initial=0)) + 1
        self._graph = (graph.down_ptr, graph.lower, graph.up_ptr, graph.up_pair, graph.upper)
        self._share = graph.weights / float(graph.heaviest)
        if graph.graded:
            self._covers = lower_covers(graph)
        self._followed = 0
        self._seed = seed
        self._barred: list[Bools] = []
        if graph.size:
            self.try_order(np.arange(graph.size - 1, -1, -1))

    def try_order(self, order: npt.NDArray[np.int64]) -> int:
        """Pick greedily in the given order, keep the matching if it is the best so far, and return its value."""
        graph = self.graph
        if graph.graded:
            # In graded posets, a faster kernel finds the same picks without peeling a whole level for each.
            picks = greedy_picks(*self._covers, (order + 1).astype(np.int32))[1:]
            value = int(graph.weights[picks].sum())
        else:
            picks = np.zeros(graph.size, np.bool_)
            value = kernels.peel_greedy(order, graph.weights, picks, graph.level, self._levels, *self._graph)
        if value > self.value and not any(picks[barred].all() for barred in self._barred):
            self.value, self.picks = value, picks
        return value

    def bar(self, sets: Sequence[Bools]) -> None:
        """From now on, accept only matchings that are as good as these best sets of picks, but different.

        Until such a matching is found, ``value`` is one less than the sets are worth, and ``picks`` is the first set.
        """
        self._barred = list(sets)
        self.picks = sets[0]
        self.value = int(self.graph.weights[sets[0]].sum()) - 1

    def warm_start(self, wanted: Bools) -> None:
        """Try picks that may be good, then try them again after one other vertex; drop impossible picks."""
        if not wanted.any():
            return
        known = np.nonzero(wanted)[0]
        others = np.nonzero(~wanted)[0][::-1]
        self.try_order(np.concatenate((known, others)))
        self.try_order(np.concatenate((others[:1], known, others[1:])))

    def adopt(self, picks: Bools) -> None:
        """Replace the best matching by a known matching if the known one is better."""
        self.try_order(np.concatenate((np.nonzero(picks)[0], np.nonzero(~picks)[0][::-1])))

    def improve(self, y: Floats, tries: int) -> None:
        """Pick greedily in ``tries`` orders, which depend on the relaxation, the weights and random noise."""
        undecided = (y > _FRACTIONAL) & (y < 1 - _FRACTIONAL)
        self._followed += 1
        if self.heuristic is not None and self._followed % _HEURISTIC_EVERY == 1:
            self.adopt(self.heuristic(y, self._seed + self._followed))
        for i in range(tries):
            noise = 0.0 if i == 0 else float(self._rng.choice(_NOISES))
            leaning = float(self._rng.choice(_LEANINGS))
            rating = y + leaning * self._share + self._rng.normal(0.0, noise, len(y)) * undecided
            self.try_order(np.argsort(-rating, kind="stable"))
            if i and not undecided.any():
                return

    def stuck(self, picks: Bools) -> Bools:
        """Return the picks that cannot be peeled; an acyclic matching has all picks if and only if there are none."""
        core = np.zeros(self.graph.size, np.bool_)
        kernels.peel_core(picks, core, self.graph.level, self._levels, *self._graph)
        return core
