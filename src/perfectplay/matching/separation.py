"""Finding violated cuts: the pool first, then S- and T-cuts, then vector cuts of higher rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from perfectplay.matching.cuts import (
    BINARY,
    QUATERNARY,
    Cut,
    CutPool,
    Field,
    Ints,
    LabelledSet,
    Side,
    is_binary,
    make_cut,
    sides,
)
from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import relaxation as kernels
from perfectplay.matching.kernels import vector as vector_kernels
from perfectplay.matching.relaxation import Relaxation

__all__ = ["Separator"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_LEAST_VIOLATION = 2e-3
_LEAST_VECTOR_VIOLATION = 0.02
_FRACTIONAL = 1e-5
_NOISE = 0.03
_MOST_FROM_POOL = 100
_ENOUGH_FROM_POOL = 8
_MOST_SIMPLE = 200
_MOST_VECTORS = 120
_LEAST_COMBINED = -0.2
"""Violation of a combination of tight cuts from which a short search is begun."""
_VECTOR_STEPS = 12
_TIGHT = 1e-6


class Point(Protocol):
    """The value ``x`` of each pair, and which cuts of the pool the linear program has."""

    x: Floats
    rows: list[int]


class Separator:
    """Separation for one cover graph; new cuts go into the pool.  A run depends on the seed alone.

    ``stuck`` tells which of a set of picks cannot be peeled.
    """

    def __init__(self, graph: Graph, pool: CutPool, stuck: Callable[[Bools], Bools], seed: int) -> None:
        self.graph = graph
        self.pool = pool
        self._stuck = stuck
        self._sides = sides(graph)
        self._rng = np.random.default_rng(seed)
        self._state = np.array([2 * seed + 88172645463325252], np.uint64)

    def lift(self, sets: Iterable[LabelledSet]) -> list[int]:
        """Store the cuts of sets that may be useful, of other graphs perhaps, and return their numbers.

        The pairs and the right-hand side are derived anew, so that the result is valid whatever the sets are.  One with
        members of several levels, or larger vectors than the kernels handle, is passed over.
        """
        found = []
        for kind, labels in sets:
            # All cuts here are of one level.
            if len({int(self.graph.level[v]) for v, _ in labels}) == 1:
                try:
                    members, vectors = np.array(sorted(labels), np.int64).T
                    side = self._sides[0 if kind == "S" else 1]
                    lifted = make_cut(side, np.ascontiguousarray(members), np.ascontiguousarray(vectors))
                except (ValueError, OverflowError):
                    continue
                if len(lifted.pairs) > lifted.rhs:
                    found.append(self.pool.add(lifted)[0])
        return found

    def from_pool(self, relaxation: Relaxation) -> list[int]:
        """Numbers of known cuts that the current point violates, worst first."""
        violation = self.pool.violations(relaxation.x)
        order = np.argsort(-violation)[:_MOST_FROM_POOL].tolist()
        return [i for i in order if violation[i] > _LEAST_VIOLATION and not relaxation.has(i)]

    def simple(self, relaxation: Relaxation, steps: int = 60, *, thorough: bool = True) -> list[int]:
        """S- and T-cuts (all vectors 1) at the relaxation's point, and pool cuts where there are enough of them.

        A quick tabu run has so many ``steps``; a ``thorough`` search makes longer ones where the quick ones find
        little.
        """
        known = self.from_pool(relaxation)
        if len(known) >= _ENOUGH_FROM_POOL:
            return known
        x = relaxation.x
        # Where the point is fractional, and where it is integral and goes round in a circle.
        core = self._stuck(relaxation.y() > 1 - _FRACTIONAL)
        suspect = np.nonzero((x > _FRACTIONAL) & ((x < 1 - _FRACTIONAL) | core[self.graph.upper]))[0]
        found: list[tuple[float, Cut]] = []
        for side in self._sides:
            starts = np.unique(side.own[suspect])
            if len(starts):
                here = self._runs(side, starts, x, steps)
                found += here
                if thorough and len(here) < 10:
                    found += self._runs(side, starts, x, 3 * steps)
        return self._keep(found, x, _MOST_SIMPLE) + known

    def combined(self, relaxation: Point, most_rank: int, most: int, slack: float | None = None) -> list[int]:
        """Vector cuts over both fields at the relaxation's point.

        ``most_rank`` and ``most`` are for the field with two elements, as for `vectors`; a third of ``most`` is for the
        other.
        """
        new = self.vectors(relaxation, BINARY, most_rank, most, slack)
        return new + self.vectors(relaxation, QUATERNARY, QUATERNARY.most_rank, most // 3, slack)

    def vectors(
        self, relaxation: Point, field: Field, most_rank: int, most: int, slack: float | None = None
    ) -> list[int]:
        """Cuts that come from combining pairs of cuts that are tight, or nearly so, each followed by a short search.

        Where two of them share members, a member of both gets both vectors, one behind the other.  At most ``most``
        combinations of each kind are tried, of a rank of at most ``most_rank``, and of what the field allows; cuts over
        the field with four elements are passed over where it has two.

        ``slack`` is by how much the current point may fall short of equality in each of the two, which may be any cuts
        that are known.  ``None``: they are cuts in the linear program, and tight.  There are fewer of these, and where
        not all combinations are tried they give more.
        """
        x = relaxation.x
        tight = self._tight(relaxation, slack)
        found: list[tuple[float, Cut]] = []
        for side in self._sides:
            cuts = [
                cut
                for cut in tight
                if cut.kind == side.kind and cut.rank < most_rank and (field is not BINARY or is_binary(cut.vectors))
            ]
            if len(cuts) < 2:
                continue
            cuts = [cuts[i] for i in self._rng.permutation(len(cuts)).tolist()]
            sets = vector_kernels.combine(
                np.concatenate([cut.members for cut in cuts]),
                field.packed(np.concatenate([cut.vectors for cut in cuts])),
                np.cumsum([0, *(len(cut.members) for cut in cuts)]),
                np.array([cut.rank for cut in cuts]),
                field.width,
                field.twin,
                most_rank,
                _LEAST_COMBINED - 2 * (slack or 0.0),
                most,
                x,
                *side.at(x),
                side.mark,
                side.seen,
            )
            if len(sets[3]):
                found += self._search(side, field, sets, x)
        return self._keep(found, x, _MOST_VECTORS)

    def _search(
        self, side: Side, field: Field, sets: tuple[Ints, Ints, Ints, Ints], x: Floats
    ) -> list[tuple[float, Cut]]:
        """Improve sets with vectors a little, and return the violated cuts."""
        members, vectors, ptr, _, violation = vector_kernels.vector_search(
            *sets,
            field.width,
            field.twin,
            field.point_ptr,
            field.point,
            x,
            *side.at(x),
            _VECTOR_STEPS,
            _LEAST_VECTOR_VIOLATION,
        )
        found = []
        seen: set[bytes] = set()
        for i in range(len(violation)):
            chosen = slice(ptr[i], ptr[i + 1])
            order = np.argsort(members[chosen])
            here, with_vectors = members[chosen][order], vectors[chosen][order]
            name = here.tobytes() + with_vectors.tobytes()
            if name not in seen:
                seen.add(name)
                found.append((float(violation[i]), make_cut(side, here, field.unpacked(with_vectors))))
        return found

    def _tight(self, relaxation: Point, slack: float | None) -> list[Cut]:
        """Cuts that the current point satisfies with equality, or nearly so: see `vectors`."""
        violation = self.pool.violations(relaxation.x)
        numbers = relaxation.rows if slack is None else range(len(self.pool))
        least = -(slack or 0.0) - _TIGHT
        return [self.pool.cuts[i] for i in numbers if violation[i] > least and i not in self.pool.bars]

    def stuck_core(self, core: Bools) -> list[int]:
        """T-cuts of a set of picks that cannot be peeled, one for each level: violated where all of it is picked."""
        numbers = []
        for level in np.unique(self.graph.level[core]).tolist():
            members = np.nonzero(core & (self.graph.level == level))[0].astype(np.int64)
            number, _ = self.pool.add(make_cut(self._sides[1], members, np.ones(len(members), np.int64)))
            numbers.append(number)
        return numbers

    def _runs(self, side: Side, starts: Ints, x: Floats, steps: int) -> list[tuple[float, Cut]]:
        members, ptr, violation = kernels.set_search(
            starts, x, *side.at(x), steps, _NOISE, _LEAST_VIOLATION, max(20, steps // 3), self._state
        )
        found = []
        seen: set[bytes] = set()
        for i in range(len(violation)):
            here = np.sort(members[ptr[i] : ptr[i + 1]])
            if here.tobytes() not in seen:
                seen.add(here.tobytes())
                found.append((float(violation[i]), make_cut(side, here, np.ones(len(here), np.int64))))
        return found

    def _keep(self, found: list[tuple[float, Cut]], x: Floats, most: int) -> list[int]:
        """Store the most violated cuts, relative to their length, and return the numbers of the new ones."""
        found.sort(key=lambda item: -item[0] / len(item[1].pairs) ** 0.5)
        numbers: list[int] = []
        for _, cut in found:
            if len(numbers) >= most:
                break
            if x[cut.pairs].sum() - cut.rhs <= _LEAST_VIOLATION:
                continue  # floating-point drift of the incremental sums
            number, new = self.pool.add(cut)
            if new:
                numbers.append(number)
        return numbers
