"""Posets with weights, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import quote

__all__ = ["MAX_TOTAL", "Graph", "build"]

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

MAX_TOTAL = 1 << 38
"""Largest sum of weights for a search; multipliers with 20 fractional bits are then exact in 64 bits."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Vertices and pairs of a poset.

    A pair joins a lower end and an upper end.  In a *graded* poset each cover is one level up, cycles stay between two
    levels (docs, "Theory"), and only the cover pairs are listed.  In any other poset all pairs of comparable vertices
    are listed, because a cycle may use them; `cover` marks the pairs that may be in a matching.

    Attributes
    ----------
    weights
        The nonnegative value that each vertex adds to a matching as the upper end of a pair; int64, shape (n,).
    lower, upper
        Vertices of the pairs, sorted by (upper, lower); int64, shape (m,).
    cover
        Whether no vertex lies strictly between the ends; bool, shape (m,).
    down_ptr
        Pairs ``down_ptr[v] .. down_ptr[v + 1] - 1`` have the upper end v; int64, shape (n + 1,).
    up_ptr, up_pair
        Pairs ``up_pair[up_ptr[v] : up_ptr[v + 1]]`` have the lower end v; int64, shapes (n + 1,) and (m,).
    level
        Level of each vertex in a graded poset, counted from 0; otherwise 0; int64, shape (n,).
    graded
        Whether each cover is one level up.

    >>> poset = build([0, 7], [0], [1], levels=[0, 1])
    >>> poset.size, poset.pairs, poset.heaviest
    (2, 1, 7)
    """

    weights: Ints
    lower: Ints
    upper: Ints
    cover: Bools
    down_ptr: Ints
    up_ptr: Ints
    up_pair: Ints
    level: Ints
    graded: bool

    @property
    def size(self) -> int:
        """Number of vertices n."""
        return len(self.weights)

    @property
    def pairs(self) -> int:
        """Number of pairs m."""
        return len(self.lower)

    @property
    def heaviest(self) -> int:
        """Largest weight, at least 1."""
        return int(self.weights.max(initial=1))


def build(
    weights: npt.ArrayLike,
    lower: npt.ArrayLike,
    upper: npt.ArrayLike,
    *,
    levels: npt.ArrayLike | None = None,
    cover: npt.ArrayLike | None = None,
) -> Graph:
    """Build the graph of a poset from the ends of its pairs.

    Parameters
    ----------
    weights
        Nonnegative integers, one for each of the vertices 0, 1, ..., n - 1; see `Graph`.
    lower, upper
        Vertices of the pairs, which are in any order, without repetition.
    levels
        Integers, one for each vertex of a graded poset, whose pairs are its covers. ``None`` for any other poset, whose
        pairs are all comparable vertices.
    cover
        Whether each pair is a cover; required unless all pairs are covers.

    Returns
    -------
    Graph
        The graph, with sorted pairs; O(n + m log m).

    Raises
    ------
    ValueError
        If a number is negative or not an integer, an array has a wrong length, a vertex does not exist, a pair is
        repeated or has equal ends, or a cover of a graded poset is not one level up. Whether the pairs of another poset
        are all comparable vertices is not checked.

    Examples
    --------
    >>> triangle = build([1] * 6, [0, 1, 0, 2, 1, 2], [3, 3, 4, 4, 5, 5], levels=[0, 0, 0, 1, 1, 1])
    >>> triangle.size, triangle.pairs
    (6, 6)
    """
    weight, low, high = _whole("weights", weights), _whole("lower", lower), _whole("upper", upper)
    size, pairs = len(weight), len(low)
    level = np.zeros(size, np.int64) if levels is None else _whole("levels", levels)
    covers = np.ones(pairs, np.bool_) if cover is None else np.asarray(cover, np.bool_)
    for name, array, wanted in (("upper", high, pairs), ("levels", level, size), ("cover", covers, pairs)):
        if array.shape != (wanted,):
            raise ValueError(f"{name} has the shape {array.shape}; beside the others it would be {(wanted,)}")
    for name, array in (("weight", weight), ("level", level), ("vertex", low), ("vertex", high)):
        if array.min(initial=0) < 0:
            raise ValueError(f"the {name} {array.min()} is negative; each is 0 or larger")
    last = max(low.max(initial=0), high.max(initial=0))
    if pairs and last >= size:
        raise ValueError(f"a pair has the vertex {last}; there are {size}, counted from 0")
    wrong = np.nonzero(low == high if levels is None else level[high] != level[low] + 1)[0].tolist()
    if wrong:
        q, p = int(low[wrong[0]]), int(high[wrong[0]])
        message = f"vertex {p} of level {level[p]} is not one level above vertex {q} of level {level[q]}"
        raise ValueError(message if levels is not None else f"vertex {p} is not above itself")
    order = np.lexsort((low, high))
    low, high, covers = low[order], high[order], covers[order]
    twice = np.nonzero((low[1:] == low[:-1]) & (high[1:] == high[:-1]))[0].tolist()
    if twice:
        raise ValueError(f"the pair of the vertices {low[twice[0]]} and {high[twice[0]]} comes twice")
    down_ptr = np.concatenate(([0], np.cumsum(np.bincount(high, minlength=size)))).astype(np.int64)
    up_ptr = np.concatenate(([0], np.cumsum(np.bincount(low, minlength=size)))).astype(np.int64)
    up_pair = np.lexsort((high, low)).astype(np.int64)
    return Graph(weight, low, high, covers, down_ptr, up_ptr, up_pair, level, levels is not None)


def _whole(name: str, values: npt.ArrayLike) -> Ints:
    """Convert integers to int64; refuse fractions, because truncating them would give a bound for another poset."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise ValueError(f"{name} is not a list of whole numbers below 2^63: {quote(str(values))}")
    return array.astype(np.int64)
