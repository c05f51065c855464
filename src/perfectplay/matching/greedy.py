"""The greedy choice: vertices in an order, each if it can be an upper end beside those before it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels.greedy import grow_in_order

__all__ = ["greedy_picks", "lower_covers", "nothing_picked", "scratch"]

Vertices = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def lower_covers(graph: Graph) -> tuple[Ints, Vertices]:
    """Return the ``ptr`` and ``lower`` of `greedy_picks`, vertices counted from 1 and the largest ones preferred."""
    by_size = np.lexsort((-graph.lower, graph.upper))
    return np.concatenate(([0], graph.down_ptr)), (graph.lower[by_size] + 1).astype(np.int32)


def nothing_picked(n: int) -> tuple[Bools, Vertices, Vertices, Vertices]:
    """Return the state of the kernels before anything is picked."""
    return np.zeros(n + 1, np.bool_), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)


def scratch(n: int) -> tuple[Vertices, Bools, Vertices, Vertices, Vertices]:
    """Return the scratch arrays of the kernels."""
    users, marks = np.zeros((n + 1, 2), np.int32), np.zeros((2, n + 1), np.bool_)
    return users, marks, np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)


def greedy_picks(ptr: Ints, lower: Vertices, order: Vertices) -> Bools:
    """Pick vertices in an order, each if the picks remain the upper ends of an acyclic matching.

    The poset is graded, with the vertices 1, 2, ..., n; the lower covers of v are ``lower[ptr[v] : ptr[v + 1]]``, the
    preferred ones first.  Returns bool, shape (n + 1,): the only set that the order can give (T4).
    """
    n = len(ptr) - 2
    state = nothing_picked(n)
    grow_in_order(order, ptr, lower, *state, *scratch(n))
    return state[0]
