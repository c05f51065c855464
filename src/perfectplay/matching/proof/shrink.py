"""Multipliers in few and small integers: the rows that have them, and what a subproblem leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from perfectplay.matching.cuts import Cut
from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import shrink as kernels
from perfectplay.matching.relaxation import Domain, Dual

__all__ = ["Rows", "Scaled", "Subproblem"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_SWEEPS = 10
_LARGEST = float(1 << 60)


@dataclass(frozen=True, eq=False)
class Scaled:
    """Multipliers, ``value``, for each of `Rows`: whole numbers of ``scale``-ths; ``objective`` as of `Dual`."""

    scale: int
    objective: int
    value: Ints

    def rounded(self, scale: int) -> Scaled:
        """Round to another scale; exact if that is a multiple of this one."""
        factor, rest = divmod(scale, self.scale)
        if rest == 0:
            return Scaled(scale, self.objective, self.value * factor)
        return Scaled(scale, self.objective, np.rint(self.value * (scale / self.scale)).astype(np.int64))


@dataclass(frozen=True, eq=False)
class Rows:
    """Vertices with something above them, and cuts: see `perfectplay.matching.kernels.shrink`.

    A vertex with nothing above it needs no multiplier: the best one can be worked out from the others.

    Attributes
    ----------
    graph
        The cover graph.
    inner
        Vertices with something above them, ascending; int64, shape (k,).
    ptr, pair, rhs
        Pairs and right-hand side of each row.
    first, last
        Range of the pairs beside each pair of a top.
    """

    graph: Graph
    inner: Ints
    ptr: Ints
    pair: Ints
    rhs: Ints
    first: Ints
    last: Ints

    @classmethod
    def build(cls, graph: Graph, cuts: Sequence[Cut]) -> Self:
        """Collect the rows of a graph and the cuts of its pool."""
        above = np.diff(graph.up_ptr)
        inner = np.nonzero(above)[0]
        top = above[graph.upper] == 0
        down, up = graph.down_ptr, graph.up_ptr
        pairs = [
            np.concatenate((np.arange(down[v], down[v + 1]), graph.up_pair[up[v] : up[v + 1]])) for v in inner.tolist()
        ]
        pairs += [cut.pairs for cut in cuts]
        sizes = np.array([len(row) for row in pairs], np.int64)
        return cls(
            graph,
            inner,
            np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes))),
            np.concatenate([np.zeros(0, np.int64), *map(np.sort, pairs)]),
            np.array([1] * len(inner) + [cut.rhs for cut in cuts], np.int64),
            np.where(top, down[graph.upper], -1),
            np.where(top, down[graph.upper + 1], -1),
        )

    def of_dual(self, dual: Dual) -> Scaled:
        """Take over multipliers of vertices and cuts; those of tops are left out, and all if sums could overflow."""
        value = np.zeros(len(self.rhs), np.int64)
        value[: len(self.inner)] = dual.u[self.inner]
        value[len(self.inner) + dual.cuts] = dual.weights
        if float(np.abs(value).astype(np.float64) @ (self.rhs + np.diff(self.ptr))) > _LARGEST:
            value[:] = 0
        return Scaled(dual.scale, dual.objective, value)

    def covered(self, value: Floats) -> Floats:
        """Return what the multipliers of its rows take from each pair."""
        weights = np.repeat(value, np.diff(self.ptr))
        return np.bincount(self.pair, weights=weights, minlength=self.graph.pairs).astype(np.float64)

    def rest(self, scale: int, objective: int, value: Ints) -> Ints:
        """Scaled profit of each pair less the multipliers of its rows."""
        profit = scale * objective * self.graph.weights[self.graph.upper]
        rest: Ints = kernels.uncovered(self.ptr, self.pair, value, profit)
        return rest


class Subproblem:
    """A subproblem of the search, in which multipliers are to prove that no matching reaches ``goal``.

    Attributes
    ----------
    state
        Whether each pair is excluded (0), free (1) or forced (2); beside a forced pair of a top no other is free.
    least
        Below this no multiplier may be: 0, or very low for vertices that are picked.
    floor
        The same for what is left of the pairs of a top.
    """

    def __init__(self, rows: Rows, domain: Domain, goal: int) -> None:
        graph = rows.graph
        self.rows = rows
        self.goal = goal
        self.state = np.where(domain.excluded | ~graph.cover, 0, np.where(domain.forced, 2, 1)).astype(np.int64)
        settled = np.zeros(graph.size, np.bool_)
        settled[graph.upper[self.state == 2]] = True
        # Beside a forced pair of a top no other can be matched.
        self.state[(rows.first >= 0) & settled[graph.upper] & (self.state == 1)] = 0
        picked = np.zeros(graph.size, np.bool_)
        picked[list(domain.picked)] = True
        self.least = np.zeros(len(rows.rhs), np.int64)
        self.least[: len(rows.inner)][picked[rows.inner]] = -kernels.FAR
        self.floor = np.where(picked[graph.upper], -kernels.FAR, 0)

    def bound(self, scaled: Scaled) -> int:
        """Scaled bound by multipliers with the right signs: valid as far as it is below 2^62."""
        return self._bound(scaled.value, self.rows.rest(scaled.scale, scaled.objective, scaled.value))

    def signed(self, scaled: Scaled) -> Scaled:
        """Make multipliers zero that must not be negative here."""
        return Scaled(scaled.scale, scaled.objective, np.maximum(scaled.value, self.least))

    def closes(self, scaled: Scaled) -> bool:
        """Whether multipliers with the right signs prove that no matching of the subproblem reaches the goal."""
        return self.bound(scaled) < self._limit(scaled.scale, scaled.objective)

    def slack(self, scaled: Scaled) -> float:
        """By how much multipliers prove more than they must, in units of the weights."""
        return (self._limit(scaled.scale, scaled.objective) - self.bound(scaled)) / scaled.scale

    def improved(self, scaled: Scaled) -> Scaled:
        """Lower the bound, one multiplier at a time, changing as little as possible."""
        value = np.maximum(scaled.value, self.least)
        rest = self.rows.rest(scaled.scale, scaled.objective, value)
        rows = self.rows
        kernels.descend(
            rows.ptr, rows.pair, rows.rhs, self.state, value, self.least, rest, rows.first, rows.last, self.floor,
            value.copy(), len(rows.inner), _SWEEPS,
        )  # fmt: skip
        return Scaled(scaled.scale, scaled.objective, value)

    def pulled(self, scaled: Scaled, near: Ints) -> Scaled:
        """Set as many multipliers as the slack allows to others of the same scale."""
        value = scaled.value.copy()
        rest = self.rows.rest(scaled.scale, scaled.objective, value)
        slack = self._limit(scaled.scale, scaled.objective) - 1 - self._bound(value, rest)
        rows = self.rows
        kernels.pull(
            rows.ptr, rows.pair, rows.rhs, self.state, value, rest, rows.first, rows.last, self.floor,
            np.maximum(near, self.least), slack,
        )  # fmt: skip
        return Scaled(scaled.scale, scaled.objective, value)

    def settled(self, scaled: Scaled, domain: Domain) -> Domain:
        """Exclude and force pairs by reduced costs, as the checker does."""
        rows = self.rows
        rest = rows.rest(scaled.scale, scaled.objective, scaled.value)
        bound = self._bound(scaled.value, rest)
        limit = self._limit(scaled.scale, scaled.objective)
        residual = kernels.residuals(self.state, rest, rows.first, rows.last, self.floor)
        free = self.state == 1
        # Differences: a residual beyond a missing floor is too large to be added to the bound.
        certain = residual > kernels.FAR // 2
        out = free & (residual < 0) & (residual < limit - bound)
        into = free & (residual > 0) & ~certain & (residual > bound - limit)
        return Domain(domain.excluded | out, domain.forced | into, domain.picked)

    def _bound(self, value: Ints, rest: Ints) -> int:
        rows = self.rows
        return int(kernels.bound(rows.rhs, value, self.state, rest, rows.first, rows.last, self.floor))

    def _limit(self, scale: int, objective: int) -> int:
        return scale * self.goal * objective
