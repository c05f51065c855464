"""Vector cuts: sets of vertices with a vector for each, their pairs, and the pool that keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import vector as vector_kernels
from perfectplay.matching.vectors import BINARY, QUATERNARY, is_binary, rank_of

__all__ = ["Cut", "CutPool", "Kind", "LabelledSet", "Side", "make_cut", "sides"]

Kind = Literal["S", "T"]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Side:
    """A `Graph` seen from its lower ends (kind S) or from its upper ends (kind T), as the kernels want it."""

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
        """The six graph arguments of the separation kernels."""
        return self.own_ptr, self.own_pair, self.opp_ptr, self.opp_pair, self.own, self.opp


def sides(graph: Graph) -> tuple[Side, Side]:
    """Both views of a cover graph, S first."""
    every = np.arange(graph.pairs, dtype=np.int64)
    down = (graph.down_ptr, every)
    up = (graph.up_ptr, graph.up_pair)
    mark, seen = np.zeros(graph.size, np.int64), np.zeros(graph.size, np.bool_)
    return (
        Side("S", *up, *down, graph.lower, graph.upper, mark, seen),
        Side("T", *down, *up, graph.upper, graph.lower, mark, seen),
    )


class LabelledSet(NamedTuple):
    """What makes a cut of a kind: vertices of one level, with a vector for each."""

    kind: Kind
    members: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Cut:
    """The inequality x(pairs) <= rhs of a set with a vector for each member.

    Attributes
    ----------
    kind
        ``"S"`` for a set of lower ends, ``"T"`` for a set of upper ends.
    members
        Vertices of the set.
    vectors
        Vector of each member over the field with four elements, see `perfectplay.matching.vectors`.
    rank
        Dimension K of what they span; ``rhs = len(members) - K``.
    pairs
        Pairs with coefficient 1, ascending.
    """

    kind: Kind
    members: Ints
    vectors: Ints
    rank: int
    pairs: Ints

    @property
    def rhs(self) -> int:
        """Right-hand side."""
        return len(self.members) - self.rank

    @property
    def key(self) -> tuple[int, bytes]:
        """What makes two cuts the same inequality."""
        return self.rhs, self.pairs.tobytes()


def make_cut(side: Side, members: Ints, vectors: Ints) -> Cut:
    """Derive the pairs of a set with vectors, and the rank.

    `ValueError` if a vector is zero, or has more coordinates than the kernels handle: six if all vectors are over the
    field with two elements, otherwise three.
    """
    field = BINARY if is_binary(vectors) else QUATERNARY
    if vectors.min() < 1 or vectors.max() >> 2 * field.most_rank:
        message = (
            f"the vectors {vectors.min()} to {vectors.max()} are not nonzero ones of {field.most_rank} coordinates"
        )
        raise ValueError(message)
    packed = field.first[field.packed(vectors)]
    pairs = vector_kernels.closed_pairs(members, packed, field.twin, *side.arrays, side.mark, side.seen)
    chosen = field.unpacked(packed)
    return Cut(side.kind, members.copy(), chosen, rank_of(set(chosen.tolist())), pairs)


class CutPool:
    """Every cut found so far, in order of discovery; a cut's place is its number.

    ``bars`` are numbers of those that bar a set of picks, see `bar`: they follow from no set with vectors, so that they
    are not combined with others, and no certificate may refer to them.
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

        One without pairs, which says nothing, is a `ValueError`.
        """
        if len(cut.pairs) == 0:
            message = "a cut without pairs says nothing"
            raise ValueError(message)
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
        """Store that one of some picks is to be missing, as it is in other best matchings; return the cut's number."""
        members = np.nonzero(picks)[0]
        pairs = np.nonzero(picks[graph.upper] & graph.cover)[0]
        number, _ = self.add(Cut("T", members, np.ones(len(members), np.int64), 1, pairs))
        self.bars.add(number)
        return number

    def violations(self, x: Floats) -> Floats:
        """Left-hand side minus right-hand side of every cut at a point; float64 of shape (len(self),)."""
        count = len(self.cuts)
        if count == 0:
            return np.zeros(0)
        values = x[self._pairs[: self._ptr[count]]]
        return np.add.reduceat(values, self._ptr[:count]) - self._rhs[:count]
