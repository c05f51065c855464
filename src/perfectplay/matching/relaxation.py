"""The linear relaxation, and exact integer bounds from its floating-point duals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.matching.cuts import CutPool
from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import relaxation as kernels

__all__ = ["Decisions", "Domain", "Dual", "Relaxation", "Start", "exact_sum", "half_dual"]

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Decisions = tuple[tuple[int, bool], ...]
"""Decided vertices in the order of the decisions, each with whether it is picked."""

_LOWER, _BASIC = 0, 1
_OPTIMAL, _EMPTY, _BELOW, _TROUBLE = 0, 1, 2, 4
_LARGEST_COST = 1_000.0
_SLICE = 5_000
_SLICES = 40
_LARGEST_MULTIPLIER = float(1 << 50)


@dataclass(eq=False)
class Domain:
    """The pairs that are settled by branching or by reduced costs.

    ``excluded`` pairs are 0 and ``forced`` pairs are 1 (bool, shape (m,)); a pair that is both counts as excluded.
    ``picked`` vertices are upper ends.
    """

    excluded: Bools
    forced: Bools
    picked: frozenset[int] = frozenset()

    def child(self, graph: Graph, vertex: int, *, picked: bool) -> Domain:
        """Return the part of the domain in which a vertex is picked, or the part in which it is not."""
        excluded = self.excluded.copy()
        if picked:
            excluded[graph.up_pair[graph.up_ptr[vertex] : graph.up_ptr[vertex + 1]]] = True
            return Domain(excluded, self.forced, self.picked | {vertex})
        excluded[graph.down_ptr[vertex] : graph.down_ptr[vertex + 1]] = True
        return Domain(excluded, self.forced, self.picked)

    def below(self, graph: Graph, decisions: Decisions) -> Domain:
        """Return the domain after several decisions."""
        domain = self
        for vertex, picked in decisions:
            domain = domain.child(graph, vertex, picked=picked)
        return domain


@dataclass(frozen=True, eq=False)
class Dual:
    """Integer multipliers, which prove an upper bound whatever their values are: see the docs, "Integer duals".

    Attributes
    ----------
    scale
        Common denominator of the multipliers, positive.
    objective
        1 if they prove a bound on the value; 0 if they prove that a domain is empty.
    u
        Multiplier of each vertex; int64, shape (n,); non-negative except at picked vertices.
    cuts, weights
        Numbers of the used cuts in the pool, and their positive multipliers; int64.
    """

    scale: int
    objective: int
    u: Ints
    cuts: Ints
    weights: Ints

    def settled(self, graph: Graph, pool: CutPool, domain: Domain, goal: int) -> Domain | None:
        """Exclude pairs that no matching of value ``goal`` or more has, and force pairs that every such matching has.

        Returns ``None`` if nothing can be settled.
        """
        residual = self.residual(graph, pool)
        bound = self.bound(residual, domain, pool)
        limit = self.scale * goal
        free = ~(domain.excluded | domain.forced)
        out = free & (residual < 0) & (bound + residual < limit)
        into = free & (residual > 0) & (bound - residual < limit)
        if not (out.any() or into.any()):
            return None
        return Domain(domain.excluded | out, domain.forced | into, domain.picked)

    def residual(self, graph: Graph, pool: CutPool) -> Ints:
        """Return the part of each pair's scaled profit that the multipliers do not cover; int64, shape (m,)."""
        profit = self.scale * self.objective * graph.weights[graph.upper]
        r = profit - self.u[graph.lower] - self.u[graph.upper]
        for cut, weight in zip(self.cuts.tolist(), self.weights.tolist(), strict=True):
            r[pool.cuts[cut].pairs] -= weight
        r[~graph.cover] = 0
        return r

    def bound(self, residual: Ints, domain: Domain, pool: CutPool) -> int:
        """Return a scaled upper bound on the value of every matching in the domain, in exact arithmetic."""
        rhs: int = sum(
            weight * pool.cuts[cut].rhs for cut, weight in zip(self.cuts.tolist(), self.weights.tolist(), strict=True)
        )
        # A pair that is both forced and excluded counts as excluded: its domain is empty, so any bound is valid.
        left = np.where(domain.forced, residual, np.maximum(residual, 0))
        left[domain.excluded] = 0
        return exact_sum(self.u) + rhs + exact_sum(left)


def half_dual(graph: Graph) -> Dual:
    """Return multipliers for a first bound without a solver: at most half of the vertices can be picked.

    Let m be the median weight. Each vertex pays m/2; a vertex heavier than m also pays the difference. This covers
    each pair. For the weights 1 to N, the payments add up to bound (3) of A. F. Franklín and R. K. Moniot (2022).
    """
    middle = int(np.sort(graph.weights)[graph.size // 2]) if graph.size else 0
    none = np.zeros(0, np.int64)
    return Dual(2, 1, middle + 2 * np.maximum(graph.weights - middle, 0), none, none)


def exact_sum(values: Ints) -> int:
    """Sum int64 values without overflow, by summing the two halves of each number separately."""
    high = int((values >> 32).sum())
    low = int((values & 0xFFFFFFFF).sum())
    return (high << 32) + low


@dataclass(frozen=True, eq=False)
class Bounds:
    """The column bounds of a linear program in a domain, and the vertices whose rows are equations.

    A row is an equation if its vertex is picked.
    """

    low: Floats
    high: Floats
    equality: Bools


@dataclass(frozen=True, eq=False)
class Basis:
    """A basis as the kernel `dual_simplex` sees it: a status and a weight of each column, and then of each row."""

    statuses: Bytes
    weights: Floats

    @classmethod
    def of_rows(cls, columns: int, rows: int) -> Basis:
        """Return the basis of all rows, whose weights are 1."""
        return cls(np.repeat(np.array([_LOWER, _BASIC], np.uint8), (columns, rows)), np.ones(columns + rows))

    def copy(self) -> Basis:
        """Return a copy, which a run may change."""
        return Basis(self.statuses.copy(), self.weights.copy())


@dataclass(frozen=True, eq=False)
class Start:
    """A basis that refers to pairs, vertices and cuts by number, so it can be used after rows and columns have changed.

    ``pairs`` are those of the columns, and ``vertices`` those of the rows. ``statuses`` has a byte for each column, and
    then for each row of a vertex, and ``weights`` a number; they are compact because many nodes wait in a large tree.
    ``tight`` has the numbers of the cuts outside the basis.
    """

    pairs: Ints
    vertices: Ints
    statuses: bytes
    weights: npt.NDArray[np.float32]
    tight: frozenset[int]


class Relaxation:
    """A persistent linear program with a row for each vertex and each cut in use; ``rows`` has the cuts' numbers.

    The weights add up to at most `MAX_TOTAL`. Pairs that ``domain`` excludes have no column. ``pause`` is called
    between two slices of a long simplex run; it may raise an exception to end it.
    """

    def __init__(self, graph: Graph, pool: CutPool, domain: Domain, pause: Callable[[], None] = lambda: None) -> None:
        self.graph = graph
        self.pool = pool
        self.solves: int = 0
        self.iterations: int = 0
        self.objective: float = 0.0
        self.x: Floats = np.zeros(graph.pairs)
        self.current: bool = False
        self._pause = pause
        # The simplex method's tolerances suit costs near 1, so huge weights are scaled down.
        self.unit: float = max(1.0, graph.heaviest / _LARGEST_COST)
        self._profit = graph.weights[graph.upper] / self.unit
        self.rows: list[int] = []
        self._age: list[int] = []
        self._in_lp: set[int] = set()
        self._build(domain)

    def rebuild(self, domain: Domain) -> None:
        """Build the program again, without the pairs and vertices that the domain settles; keep the cuts in use."""
        start = self.start()
        self._build(domain)
        self._set_basis(start)

    def _build(self, domain: Domain) -> None:
        graph = self.graph
        # A forced pair excludes the other pairs at its ends, so these pairs need no columns and the ends no rows.
        forced, allowed = domain.forced & ~domain.excluded, graph.cover & ~domain.excluded
        settled = np.isin(np.arange(graph.size), (graph.lower[forced], graph.upper[forced]))
        beside = allowed & ~forced & (settled[graph.lower] | settled[graph.upper])
        self._beside = np.nonzero(beside)[0]
        self._payer = np.where(settled[graph.lower], graph.lower, graph.upper)[self._beside]
        self._columns = np.nonzero(allowed & ~beside)[0]
        self._column_of = np.full(graph.pairs, -1, np.int64)
        self._column_of[self._columns] = np.arange(len(self._columns))
        count = len(self._columns)
        self._cost = -self._profit[self._columns]
        low, high = domain.forced[self._columns].astype(np.float64), np.ones(count)
        ends = np.concatenate((graph.lower[self._columns], graph.upper[self._columns]))
        of = np.concatenate((np.arange(count), np.arange(count)))
        ends, of = ends[~settled[ends]], of[~settled[ends]]
        degrees = np.bincount(ends, minlength=graph.size)
        vertices = self._row_vertex = np.nonzero(degrees)[0]
        self._row_of = np.full(graph.size, -1, np.int64)
        self._row_of[vertices] = np.arange(len(vertices))
        self._base = len(vertices)
        self.bounds: Bounds = Bounds(low, high, np.zeros(self._base, np.bool_))
        self._ptr = np.concatenate(([0], np.cumsum(degrees[vertices])))
        self._col = of[np.argsort(ends, kind="stable")].astype(np.int32)
        self._rhs = np.ones(self._base)
        self._basis = Basis.of_rows(count, self._base)
        rows, self.rows, self._age, self._in_lp = self.rows, [], [], set()
        self.add(rows)

    def add(self, numbers: Iterable[int]) -> int:
        """Add the cuts with these numbers that are not in the program and can bind; return how many were added."""
        columns, upper, ends, at = [], [], [], len(self._col)
        for number in numbers:
            if number in self._in_lp:
                continue
            cut = self.pool.cuts[number]
            inside = self._column_of[cut.pairs]
            inside = inside[inside >= 0]
            if len(inside) <= cut.rhs:
                continue
            self._in_lp.add(number)
            self.rows.append(number)
            self._age.append(0)
            columns.append(inside)
            upper.append(float(cut.rhs))
            at += len(inside)
            ends.append(at)
        if count := len(columns):
            self._ptr = np.concatenate((self._ptr, ends))
            self._col = np.concatenate((self._col, *columns), dtype=np.int32, casting="unsafe")
            self._rhs = np.concatenate((self._rhs, upper))
            # The kernel calculates the weights that are 0; the others do not change.
            self._basis = Basis(
                np.concatenate((self._basis.statuses, np.full(count, _BASIC, np.uint8))),
                np.concatenate((self._basis.weights, np.zeros(count))),
            )
        return len(columns)

    def has(self, number: int) -> bool:
        """Return whether the program has the cut with this number."""
        return number in self._in_lp

    def restrict(self, domain: Domain) -> None:
        """Restrict the program to a domain, which must be part of the domain of the last `rebuild`."""
        self.bounds = self.bounds_in(domain)

    def bounds_in(self, domain: Domain) -> Bounds:
        """Return the program's bounds for a domain, which must be part of the domain of the last `rebuild`."""
        high = np.where(domain.excluded[self._columns], 0.0, 1.0)
        low = np.minimum(domain.forced[self._columns].astype(np.float64), high)
        equality = np.zeros(self._base, np.bool_)
        if domain.picked:
            rows = self._row_of[list(domain.picked)]
            equality[rows[rows >= 0]] = True
        return Bounds(low, high, equality)

    def probe(self, domain: Domain, cutoff: float, limit: int) -> tuple[float | None, Basis]:
        """Return the program's value in a smaller domain after ``limit`` iterations, and the basis then.

        The value is ``None`` if the domain is empty. The probe may end once the value is known to be below ``cutoff``.
        It guides the search and proves nothing. In numerical trouble, the value is that of the latest solution.
        """
        basis = self._basis.copy()
        self.solves += 1
        end, objective = self._run(self.bounds_in(domain), basis, limit, -cutoff / self.unit)
        value = self.objective if end == _TROUBLE else -objective * self.unit
        return None if end == _EMPTY else value, basis

    def _run(self, bounds: Bounds, basis: Basis, limit: int, cutoff: float) -> tuple[int, float]:
        """Run the simplex method, which changes the basis; return how it ended and the objective."""
        slack = self._rhs.copy()
        slack[: self._base][bounds.equality] = 0.0
        self._values, self._duals = np.zeros(len(self._columns)), np.zeros(len(self._rhs))
        end, self.iterations, objective = kernels.dual_simplex(
            self._ptr, self._col, self._cost, bounds.low, bounds.high, self._rhs, slack, basis.statuses, basis.weights,
            limit, cutoff, self._values, self._duals,
        )  # fmt: skip
        return end, objective

    def solve(self, *, cutoff: float | None = None) -> str:
        """Run the dual simplex method; return ``"optimal"``, ``"infeasible"``, ``"below"`` or ``"stopped"``.

        The run may end as ``"below"`` once the duals prove the optimum to be below ``cutoff``. After ``"optimal"``, the
        attributes `objective` and `x` (all pairs, clipped to [0, 1]) are up to date, and `current` is true.
        """
        self.solves += 1
        self.current = False
        bound = np.inf if cutoff is None else -cutoff / self.unit
        for attempt in range(_SLICES):
            end, objective = self._run(self.bounds, self._basis, _SLICE, bound)
            if end == _EMPTY:
                return "infeasible"
            if end in {_OPTIMAL, _BELOW}:
                break
            # Check the deadline, then continue from the basis; after numerical trouble, start again without it.
            self._pause()
            if end == _TROUBLE or attempt == _SLICES // 2:
                self._basis = Basis.of_rows(len(self._columns), len(self._rhs))
        self.objective = -objective * self.unit
        if end == _BELOW:
            return "below"
        if end != _OPTIMAL:
            return "stopped"
        self.current = True
        self.x = np.zeros(self.graph.pairs)
        self.x[self._columns] = np.clip(self._values, 0.0, 1.0)
        return "optimal"

    def start(self, basis: Basis | None = None) -> Start:
        """Return the program's basis, or a given basis of the same program, in a form for `resume`."""
        basis = basis or self._basis
        kept = len(self._columns) + self._base
        tight = np.nonzero(basis.statuses[kept:] != _BASIC)[0].tolist()
        statuses, weights = basis.statuses[:kept].tobytes(), basis.weights[:kept].astype(np.float32)
        return Start(self._columns, self._row_vertex, statuses, weights, frozenset(self.rows[i] for i in tight))

    def resume(self, start: Start) -> None:
        """Keep only the cuts that were tight in a basis, and continue from it."""
        self._drop([i for i, number in enumerate(self.rows) if number not in start.tight])
        self.add(sorted(start.tight))
        self._set_basis(start)

    def _set_basis(self, start: Start) -> None:
        """Continue from a basis, which the kernel completes if rows or columns are gone."""
        statuses = np.frombuffer(start.statuses, np.uint8)
        of_pair = np.full(self.graph.pairs, _LOWER, np.uint8)
        of_vertex = np.full(self.graph.size, _BASIC, np.uint8)
        of_pair[start.pairs], of_vertex[start.vertices] = np.split(statuses, [len(start.pairs)])
        weight_of_pair, weight_of_vertex = np.zeros(self.graph.pairs), np.zeros(self.graph.size)
        weight_of_pair[start.pairs], weight_of_vertex[start.vertices] = np.split(start.weights, [len(start.pairs)])
        cuts = np.array([_LOWER if number in start.tight else _BASIC for number in self.rows], np.uint8)
        self._basis = Basis(
            np.concatenate((of_pair[self._columns], of_vertex[self._row_vertex], cuts)),
            np.concatenate((weight_of_pair[self._columns], weight_of_vertex[self._row_vertex], np.zeros(len(cuts)))),
        )

    def purge(self, patience: int) -> None:
        """Drop cuts that have been slack in more than ``patience`` calls."""
        basic = self._basis.statuses[len(self._columns) + self._base :] == _BASIC
        self._age = [age + 1 if slack else 0 for age, slack in zip(self._age, basic.tolist(), strict=True)]
        drop = [i for i, age in enumerate(self._age) if age > patience]
        if len(drop) > 30:
            self._drop(drop)

    def _drop(self, places: list[int]) -> None:
        """Drop cuts from the program, except bars; they stay in the pool."""
        gone = {i for i in places if self.rows[i] not in self.pool.bars}
        if gone:
            kept = np.ones(len(self._rhs), np.bool_)
            kept[[self._base + i for i in gone]] = False
            sizes = np.diff(self._ptr)
            self._col = self._col[np.repeat(kept, sizes)]
            self._ptr = np.concatenate(([0], np.cumsum(sizes[kept])))
            self._rhs = self._rhs[kept]
            both = np.concatenate((np.ones(len(self._columns), np.bool_), kept))
            self._basis = Basis(self._basis.statuses[both], self._basis.weights[both])
            self._age = [age for i, age in enumerate(self._age) if i not in gone]
            self.rows = [number for i, number in enumerate(self.rows) if i not in gone]
            self._in_lp = set(self.rows)

    def y(self) -> Floats:
        """Return how much each vertex is picked at the current point; float64, shape (n,)."""
        return np.bincount(self.graph.upper, weights=self.x, minlength=self.graph.size).astype(np.float64)

    def dual(self, scale: int) -> Dual:
        """Return the duals of the latest run, rounded to multiples of 1/``scale``."""
        return self._rounded(-self._duals * self.unit, scale, 1)

    def ray(self, scale: int) -> Dual | None:
        """Return a rounded proof of infeasibility, or ``None`` if there is none."""
        size = float(np.abs(self._duals).max(initial=0.0))
        # The caller's exact check decides which sign gives a proof.
        return self._rounded(self._duals / size, scale, 0) if size else None

    def _rounded(self, values: Floats, scale: int, objective: int) -> Dual:
        # Any multipliers are valid (T7), so set those that are not finite to 0, and make large ones coarser.
        values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
        largest = float(np.abs(values).max(initial=0.0))
        while scale > 1 and largest * scale > _LARGEST_MULTIPLIER:
            scale //= 2
        rounded = np.rint(np.clip(values * scale, -_LARGEST_MULTIPLIER, _LARGEST_MULTIPLIER)).astype(np.int64)
        u = np.zeros(self.graph.size, np.int64)
        rows = rounded[: self._base]
        u[self._row_vertex] = np.where(self.bounds.equality, rows, np.maximum(rows, 0))
        weights = np.maximum(rounded[self._base :], 0)
        used = np.nonzero(weights)[0]
        dual = Dual(scale, objective, u, np.array(self.rows, np.int64)[used], weights[used])
        # Pairs that share an end with a forced pair have no columns, so raise the multiplier of the end to cover them.
        np.maximum.at(u, self._payer, dual.residual(self.graph, self.pool)[self._beside])
        return dual
