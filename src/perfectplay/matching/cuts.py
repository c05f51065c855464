"""Vector cuts: sets of vertices with vectors, their pairs, and the pool of cuts.

A vector over the field with four elements is an integer with two bits for each coordinate: bits 2i and 2i + 1 are
coordinate i. The elements 0, 1, w and w + 1 are stored as 0, 1, 2 and 3, and w * w = w + 1.  Addition is exclusive or.
A vector with bits only at even positions is also a vector over the field with two elements, and the rank of such
vectors is the same over both fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import vector as vector_kernels

__all__ = [
    "BINARY",
    "QUATERNARY",
    "Cut",
    "CutPool",
    "Field",
    "Kind",
    "LabelledSet",
    "Side",
    "is_binary",
    "make_cut",
    "sides",
]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_LOW = 0x5555555555555555
Kind = Literal["S", "T"]


def times_w(vector: int) -> int:
    """Multiply each coordinate of a vector by w."""
    low, high = vector & _LOW, vector >> 1 & _LOW
    return (low ^ high) << 1 | high


def _rank_of(vectors: Iterable[int]) -> int:
    """Return the dimension of the span of vectors with any number of coordinates."""
    rows: dict[int, int] = {}
    for vector in vectors:
        # Count over the field with two elements, where v and w * v together span two dimensions.
        for v in (vector, times_w(vector)):
            rest = v
            while rest:
                top = rest.bit_length()
                if top not in rows:
                    rows[top] = rest
                    break
                rest ^= rows[top]
    return len(rows) // 2


def is_binary(vectors: Ints) -> bool:
    """Return whether all vectors are over the field with two elements."""
    return not (vectors & (_LOW << 1 & 0x7FFFFFFFFFFFFFFF)).any()


_WIDE: Ints = np.sum([(np.arange(64) >> i & 1) << 2 * i for i in range(6)], axis=0)
_NARROW: Ints = np.searchsorted(_WIDE, np.arange(1 << 12))


def spread(vectors: Ints) -> Ints:
    """Convert vectors over the field with two elements from one to two bits for each coordinate."""
    return _WIDE[vectors]


@dataclass(frozen=True, eq=False)
class Field:
    """A field as the kernels see it; its vectors have ``width`` bits, 1 or 2, for each coordinate.

    A set of vectors is a 64-bit word, and spans at most ``most_rank`` dimensions. ``twin`` maps each vector v to w v,
    or to v if the field has no w. ``first`` maps each vector to its least nonzero multiple, which represents all. Both
    are int64, shape (64,). ``point[point_ptr[K] : point_ptr[K + 1]]`` lists 0 and the least multiples for dimension K.
    """

    width: int
    most_rank: int
    twin: Ints
    first: Ints
    point_ptr: Ints
    point: Ints

    def packed(self, vectors: Ints) -> Ints:
        """Convert vectors over the field with four elements to the kernels' form; all must be in this field."""
        return vectors if self.width == 2 else _NARROW[vectors]

    def unpacked(self, vectors: Ints) -> Ints:
        """Convert vectors from the kernels' form to the field with four elements."""
        return vectors if self.width == 2 else spread(vectors)


def _field(width: int) -> Field:
    twin = np.array([v if width == 1 else times_w(v) for v in range(64)], np.int64)
    first = np.minimum(np.minimum(np.arange(64), twin), twin[twin])
    most = 6 // width
    points = [[v for v in range(1 << (width * rank)) if first[v] == v] for rank in range(1, most + 1)]
    # Dimension 0 has no vectors.
    ptr = np.cumsum([0, 0, *map(len, points)])
    return Field(width, most, twin, first, ptr, np.array([v for few in points for v in few], np.int64))


BINARY = _field(1)
"""The field with two elements, for vectors with up to 6 coordinates."""
QUATERNARY = _field(2)
"""The field with four elements, for vectors with up to 3 coordinates."""


@dataclass(frozen=True, eq=False)
class Side:
    """A `Graph` as the kernels see it, from the lower ends of pairs (kind S) or from the upper ends (kind T)."""

    kind: Kind
    own_ptr: Ints
    own_pair: Ints
    opp_ptr: Ints
    opp_pair: Ints
    own: Ints
    opp: Ints
    mark: Ints
    seen: npt.NDArray[np.bool_]

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
        """The six arguments of the separation kernels that describe the graph."""
        return self.own_ptr, self.own_pair, self.opp_ptr, self.opp_pair, self.own, self.opp

    def at(self, x: Floats) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
        """Return the arguments in `arrays`, but without opposite vertices whose pairs are all 0 at a point."""
        kept = (np.bincount(self.opp, weights=x, minlength=len(self.mark)) > 0)[self.opp[self.own_pair]]
        own_ptr = np.concatenate(([0], np.cumsum(kept)))[self.own_ptr]
        return own_ptr, self.own_pair[kept], self.opp_ptr, self.opp_pair, self.own, self.opp


def sides(graph: Graph) -> tuple[Side, Side]:
    """Return both views of a cover graph, S first."""
    every = np.arange(graph.pairs, dtype=np.int64)
    down = (graph.down_ptr, every)
    up = (graph.up_ptr, graph.up_pair)
    mark, seen = np.zeros(graph.size, np.int64), np.zeros(graph.size, np.bool_)
    return (
        Side("S", *up, *down, graph.lower, graph.upper, mark, seen),
        Side("T", *down, *up, graph.upper, graph.lower, mark, seen),
    )


class LabelledSet(NamedTuple):
    """A set that gives a cut: its kind, and pairs (vertex, vector) whose vertices are all on the same level."""

    kind: Kind
    members: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Cut:
    """The inequality x(pairs) <= rhs of a set with a vector for each member.

    The kind is ``"S"`` for a set of lower ends, ``"T"`` for a set of upper ends.  The vectors are over the field with
    four elements; they span ``rank`` dimensions K, and ``rhs = len(members) - K``.  The ascending ``pairs`` have
    coefficient 1.
    """

    kind: Kind
    members: Ints
    vectors: Ints
    rank: int
    pairs: Ints

    @property
    def rhs(self) -> int:
        """Right-hand side of the inequality."""
        return len(self.members) - self.rank

    @property
    def key(self) -> tuple[int, bytes]:
        """The right-hand side and the pairs; two cuts with equal keys are the same inequality."""
        return self.rhs, self.pairs.tobytes()


def make_cut(side: Side, members: Ints, vectors: Ints) -> Cut:
    """Build a cut from a set with vectors: compute its pairs and rank.

    Raises `ValueError` if a vector is zero or has more coordinates than the kernels handle: six if all vectors are over
    the field with two elements, otherwise three.
    """
    field = BINARY if is_binary(vectors) else QUATERNARY
    if vectors.min() < 1 or vectors.max() >> 2 * field.most_rank:
        raise ValueError(
            f"the vectors {vectors.min()} to {vectors.max()} are not nonzero ones of {field.most_rank} coordinates"
        )
    packed = field.first[field.packed(vectors)]
    pairs = vector_kernels.closed_pairs(members, packed, field.twin, *side.arrays, side.mark, side.seen)
    chosen = field.unpacked(packed)
    return Cut(side.kind, members.copy(), chosen, _rank_of(set(chosen.tolist())), np.sort(pairs))


class CutPool:
    """All cuts found so far, in order of discovery; the number of a cut is its index.

    ``bars`` has the numbers of the cuts that `bar` added. These do not come from a set with vectors, so they are never
    combined with others, and no certificate may refer to them.
    """

    def __init__(self) -> None:
        self.cuts: list[Cut] = []
        self.bars: set[int] = set()
        self._known: dict[tuple[int, bytes], int] = {}
        self._ptr = np.zeros(1024, np.int64)
        self._pairs = np.empty(1 << 15, np.int64)
        self._rhs = np.empty(1024, np.float64)

    def __len__(self) -> int:
        return len(self.cuts)

    def add(self, cut: Cut) -> tuple[int, bool]:
        """Store a cut; return its number and whether it is new.

        Raises `ValueError` for a cut without pairs, which is always satisfied.
        """
        if len(cut.pairs) == 0:
            raise ValueError("a cut without pairs says nothing")
        known = self._known.get(cut.key)
        if known is not None:
            return known, False
        number = len(self.cuts)
        self._known[cut.key] = number
        self.cuts.append(cut)
        if number + 2 > len(self._ptr):
            self._ptr = np.resize(self._ptr, 2 * len(self._ptr))
            self._rhs = np.resize(self._rhs, 2 * len(self._rhs))
        start = self._ptr[number]
        end = start + len(cut.pairs)
        if end > len(self._pairs):
            self._pairs = np.resize(self._pairs, int(2 * end))
        self._pairs[start:end] = cut.pairs
        self._ptr[number + 1] = end
        self._rhs[number] = cut.rhs
        return number, True

    def bar(self, graph: Graph, picks: npt.NDArray[np.bool_]) -> int:
        """Add a cut that forbids this set of picks, so that another best matching is found; return its number."""
        members = np.nonzero(picks)[0]
        pairs = np.nonzero(picks[graph.upper] & graph.cover)[0]
        number, _ = self.add(Cut("T", members, np.ones(len(members), np.int64), 1, pairs))
        self.bars.add(number)
        return number

    def violations(self, x: Floats) -> Floats:
        """Return the left-hand side minus the right-hand side of every cut at a point; float64, shape (len(self),)."""
        count = len(self.cuts)
        if count == 0:
            return np.zeros(0)
        values = x[self._pairs[: self._ptr[count]]]
        return np.add.reduceat(values, self._ptr[:count]) - self._rhs[:count]
