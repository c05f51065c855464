"""Find violated cuts: first in the pool, then S- and T-cuts, then vector cuts of higher rank."""

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
"""Minimum violation, below 0, of a combination of tight cuts that a short search starts from."""
_VECTOR_STEPS = 12
_TIGHT = 1e-6


class Point(Protocol):
    """A point of the relaxation: the value ``x`` of each pair, and ``rows``, the numbers of the cuts in use."""

    x: Floats
    rows: list[int]


class Separator:
    """A separator for one cover graph, which adds new cuts to the pool. A run depends only on the seed.

    ``stuck`` is a function that returns which of the given picks cannot be peeled.
    """

    def __init__(self, graph: Graph, pool: CutPool, stuck: Callable[[Bools], Bools], seed: int) -> None:
        self.graph = graph
        self.pool = pool
        self._stuck = stuck
        self._sides = sides(graph)
        self._rng = np.random.default_rng(seed)
        self._state = np.array([2 * seed + 88172645463325252], np.uint64)

    def lift(self, sets: Iterable[LabelledSet]) -> list[int]:
        """Store the cuts of sets that may be useful, perhaps found in other graphs, and return the cuts' numbers.

        Pairs and right-hand sides are computed again, so the cuts are valid for any sets. Sets with members of several
        levels, or with larger vectors than the kernels handle, are skipped.
        """
        numbers = []
        for kind, labels in sets:
            # All members of a cut are on the same level.
            if len({int(self.graph.level[v]) for v, _ in labels}) == 1:
                try:
                    members, vectors = np.array(sorted(labels), np.int64).T
                    side = self._sides[0 if kind == "S" else 1]
                    lifted = make_cut(side, np.ascontiguousarray(members), np.ascontiguousarray(vectors))
                except (ValueError, OverflowError):
                    continue
                if len(lifted.pairs) > lifted.rhs:
                    numbers.append(self.pool.add(lifted)[0])
        return numbers

    def from_pool(self, relaxation: Relaxation) -> list[int]:
        """Return the numbers of known cuts that the current point violates, the most violated first."""
        violation = self.pool.violations(relaxation.x)
        order = np.argsort(-violation)[:_MOST_FROM_POOL].tolist()
        return [i for i in order if violation[i] > _LEAST_VIOLATION and not relaxation.has(i)]

    def simple(self, relaxation: Relaxation, steps: int = 60, *, thorough: bool = True) -> list[int]:
        """Find S- and T-cuts (all vectors 1) at the relaxation's point, or return cuts of the pool if it has enough.

        A quick tabu run takes ``steps`` steps; if quick runs find little, a ``thorough`` search makes longer runs.
        """
        known = self.from_pool(relaxation)
        if len(known) >= _ENOUGH_FROM_POOL:
            return known
        x = relaxation.x
        # Look where the point is fractional, and where it is integral but contains a cycle.
        core = self._stuck(relaxation.y() > 1 - _FRACTIONAL)
        suspect = np.nonzero((x > _FRACTIONAL) & ((x < 1 - _FRACTIONAL) | core[self.graph.upper]))[0]
        cuts: list[tuple[float, Cut]] = []
        for side in self._sides:
            starts = np.nonzero(np.bincount(side.own[suspect]))[0]
            if len(starts):
                quick = self._runs(side, starts, x, steps)
                cuts += quick
                if thorough and len(quick) < 10:
                    cuts += self._runs(side, starts, x, 3 * steps)
        return self._keep(cuts, x, _MOST_SIMPLE) + known

    def combined(self, relaxation: Point, most_rank: int, most: int, slack: float | None = None) -> list[int]:
        """Find vector cuts over both fields at the relaxation's point.

        ``most_rank`` and ``most`` are the limits of `vectors` for the field with two elements; the limit for the other
        field is a third of ``most``.
        """
        new = self.vectors(relaxation, BINARY, most_rank, most, slack)
        return new + self.vectors(relaxation, QUATERNARY, QUATERNARY.most_rank, most // 3, slack)

    def vectors(
        self, relaxation: Point, field: Field, most_rank: int, most: int, slack: float | None = None
    ) -> list[int]:
        """Combine pairs of cuts that are tight or nearly so, and search briefly from each combination.

        A member of both sets gets both vectors, concatenated. For each kind of cut, at most ``most`` combinations are
        tried, of rank at most ``most_rank``. For the field with two elements, cuts over four elements are skipped.

        A known cut takes part if its slack at the current point is at most ``slack``. If that is ``None``, only tight
        cuts of the linear program take part: they are fewer, and better if not all combinations can be tried.
        """
        x = relaxation.x
        tight = self._tight(relaxation, slack)
        violated: list[tuple[float, Cut]] = []
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
                violated += self._search(side, field, sets, x)
        return self._keep(violated, x, _MOST_VECTORS)

    def _search(
        self, side: Side, field: Field, sets: tuple[Ints, Ints, Ints, Ints], x: Floats
    ) -> list[tuple[float, Cut]]:
        """Improve sets with vectors by short searches; return the violated cuts, each with its violation."""
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
        cuts = []
        seen: set[bytes] = set()
        for i in range(len(violation)):
            chosen = slice(ptr[i], ptr[i + 1])
            order = np.argsort(members[chosen])
            chosen_members, with_vectors = members[chosen][order], vectors[chosen][order]
            name = chosen_members.tobytes() + with_vectors.tobytes()
            if name not in seen:
                seen.add(name)
                cuts.append((float(violation[i]), make_cut(side, chosen_members, field.unpacked(with_vectors))))
        return cuts

    def _tight(self, relaxation: Point, slack: float | None) -> list[Cut]:
        """Return the cuts that are tight at the current point, or nearly tight; see `vectors` for ``slack``."""
        violation = self.pool.violations(relaxation.x)
        numbers = relaxation.rows if slack is None else range(len(self.pool))
        least = -(slack or 0.0) - _TIGHT
        return [self.pool.cuts[i] for i in numbers if violation[i] > least and i not in self.pool.bars]

    def stuck_core(self, core: Bools) -> list[int]:
        """Store, for each level, a T-cut that forbids all its picks that cannot be peeled; return the cuts' numbers."""
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
        cuts = []
        seen: set[bytes] = set()
        for i in range(len(violation)):
            vertices = np.sort(members[ptr[i] : ptr[i + 1]])
            if vertices.tobytes() not in seen:
                seen.add(vertices.tobytes())
                cuts.append((float(violation[i]), make_cut(side, vertices, np.ones(len(vertices), np.int64))))
        return cuts

    def _keep(self, cuts: list[tuple[float, Cut]], x: Floats, most: int) -> list[int]:
        """Store the cuts that are most violated relative to their length; return the numbers of the new cuts."""
        cuts.sort(key=lambda item: -item[0] / len(item[1].pairs) ** 0.5)
        numbers: list[int] = []
        for _, cut in cuts:
            if len(numbers) >= most:
                break
            if x[cut.pairs].sum() - cut.rhs <= _LEAST_VIOLATION:
                continue  # rounding errors of the incremental sums
            number, new = self.pool.add(cut)
            if new:
                numbers.append(number)
        return numbers
