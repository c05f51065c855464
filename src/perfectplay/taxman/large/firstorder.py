"""Bounds by cuts for pots on which the simplex method would take hours, and games guided by them.

This module solves the linear program of the exact solver, with S-, T- and vector cuts, by a first-order method. Each
step changes pairs and multipliers at once, and takes time proportional to the number of pairs. The multipliers need not
be optimal: they are turned into integers that cover each pair, and these integers prove a bound.  Method and
measurements: docs, "Large pots".

Source: A. Chambolle, T. Pock, "A first-order primal-dual algorithm for convex problems with applications to imaging",
*Journal of Mathematical Imaging and Vision* 40 (2011), 120-145; step sizes for each variable, and restarts from the
average, as in D. Applegate and others, "Practical large-scale linear programming using primal-dual hybrid gradient"
(2021).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from perfectplay.matching.cuts import Cut, CutPool, Kind, sides
from perfectplay.matching.graph import Graph, build
from perfectplay.matching.incumbent import greedy_picks, lower_covers
from perfectplay.matching.kernels.relaxation import set_search
from perfectplay.matching.separation import Separator
from perfectplay.taxman.exact.hasse import NamedCut, build_hasse, moves_of_picks
from perfectplay.taxman.large.duals import WrittenCut
from perfectplay.taxman.large.kernels import firstorder as kernels
from perfectplay.taxman.proof.write import envelope

__all__ = ["FirstOrder"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Shape = tuple[Kind, tuple[int, ...]]
"""Cuts of one shape differ only by a factor: their kind, and their members divided by the greatest common divisor."""

_BALANCE = 0.5
_STEPS = 100
"""Number of gradient steps in a round; the next round starts from their average."""
_SWEEPS = 4
_SCALE, _LARGE = 16, 100_000
"""Multipliers are multiples of 1/`_SCALE` up to N = `_LARGE`, and integers above, which are precise enough there."""
_NEARBY = 1_000
"""Cuts are searched only among pairs whose lower end is at least N / `_NEARBY`: smaller ends have too many pairs."""
_UNDECIDED = 0.02
"""A pair counts as fractional if its value is more than this far from 0 and from 1."""
_SAMPLE = 5_000
"""Maximum number of searches for cuts of one kind in a round."""
_AGAIN = 4
"""Every `_AGAIN` rounds, each shape that was found with two factors or more is tried again with all factors."""
_SEARCH, _NOISE, _LEAST = 40, 0.03, 0.02
_HELD = (0.2, 0.5, 0.1, 0.4, 0.3)
"""Thresholds, indexed by seed: a greedy game tries a number up to N/2 last if the program picks less of it."""
_IDLE = 0.1
"""A cut with at least this much slack and a zero multiplier is removed from the linear program."""
_TIGHT = 0.03
_MOST_RANK = 6
_COMBINED = 1_000
_SIMPLE_ROUNDS = 20
"""Every `_SIMPLE_ROUNDS` rounds, at most `_COMBINED` pairs of nearly tight cuts are combined into new cuts."""


class FirstOrder:
    """The linear program of a pot {1..n}, with cuts, and the best bound that its multipliers have proven.

    ``upper`` is that best bound. The same arguments and number of rounds give the same bounds. ``kinds`` are the kinds
    of cuts to look for; vector cuts are made only if S-cuts are among them.
    """

    def __init__(self, n: int, seed: int = 0, *, kinds: str = "ST") -> None:
        self.graph: Graph = build_hasse(range(1, n + 1))
        self.upper: int = n * (n + 1) // 2
        self.rounds: int = 0
        graph = self.graph
        self.x: Floats = np.zeros(graph.pairs)
        self.rows: list[int] = []
        self._u, self._y = np.full(n, 0.3), np.zeros(0)
        self._scale = _SCALE if n <= _LARGE else 1
        self._gain = graph.weights[graph.upper] / n
        self._degree = np.bincount(graph.lower, minlength=n) + np.bincount(graph.upper, minlength=n)
        self._pool = CutPool()
        self._separator = Separator(graph, self._pool, np.zeros_like, seed) if "S" in kinds else None
        self._rng = np.random.default_rng(seed)
        self._state = np.array([2 * seed + 88172645463325252], np.uint64)
        self._near = graph.lower >= n // _NEARBY
        near = build(graph.weights, graph.lower[self._near], graph.upper[self._near], levels=graph.level)
        self._sides = [side for side in sides(near) if side.kind in kinds]
        # The pair (q, pq) has index q - 1 among the pairs of its prime p.
        prime = graph.weights[graph.upper] // graph.weights[graph.lower]
        self._by_prime = np.lexsort((graph.lower, prime))
        self._place = np.concatenate(([0], np.cumsum(np.bincount(prime, minlength=n + 1)))) - 1
        self._shapes: Counter[Shape] = Counter()
        # Keep the multipliers of the numbers, the cuts with a positive multiplier, and the multipliers of these cuts.
        self._proof: tuple[Ints, list[int], Ints] = graph.weights * self._scale, [], np.zeros(0, np.int64)
        self._set_rows([], self._y)

    def round(self) -> None:
        """Take steps, compute a bound, and look for cuts that the average of the steps violates."""
        graph = self.graph
        arrays = (self._row_ptr, self._row_pair, self._in_ptr, self._in_cut, self.x, self._u, self._y)
        kernels.descend(_STEPS, _BALANCE, self._gain, self._room, graph.lower, graph.upper, self._degree, *arrays)
        self._bound()
        violation = self._pool.violations(self.x)
        kept = [i for i, row in enumerate(self.rows) if self._y[i] > 0 or violation[row] > -_IDLE]
        rows, y = [self.rows[i] for i in kept], self._y[kept]
        known = set(rows)
        new = [int(i) for i in np.flatnonzero(violation > _LEAST) if int(i) not in known]
        new += self._simple()
        if self._separator is not None and (self.rounds + 1) % _SIMPLE_ROUNDS == 0:
            new += self._separator.combined(self, _MOST_RANK, _COMBINED, _TIGHT)
        rows += dict.fromkeys(new)
        self._set_rows(rows, np.concatenate((y, np.zeros(len(rows) - len(y)))))
        self.rounds += 1

    def game(self, seed: int) -> tuple[int, Bools]:
        """Return the sum and the picks of a greedy game that follows the linear program.

        Numbers up to N/2 that the program hardly picks are tried last. The ``seed`` selects the threshold.
        """
        n, numbers = self.graph.size, self.graph.weights
        picked = np.bincount(self.graph.upper, weights=self.x, minlength=n)
        most = _HELD[seed % len(_HELD)]
        order = np.lexsort((-numbers, (picked < most) & (numbers <= n // 2)))
        picks = greedy_picks(*lower_covers(self.graph), (order + 1).astype(np.int32))
        return int(np.flatnonzero(picks).sum()), picks

    def moves(self, picks: Bools) -> tuple[int, ...]:
        """Order the picks of a game, bool of shape (n + 1,), into legal moves."""
        return tuple(moves_of_picks(self.graph, picks[1:]))

    def written(self, score: int, moves: tuple[int, ...]) -> Mapping[str, Any] | None:
        """Return a certificate of the bound, or ``None`` before the first round."""
        if not self.rounds:
            return None
        graph, (u, rows, y) = self.graph, self._proof
        named = [NamedCut.name(graph, self._pool.cuts[row]) for row in rows]
        cuts = [{"kind": cut.kind, "vectors": [list(group) for group in cut.vectors]} for cut in named]
        # Omit the multipliers of numbers above N/2, which have no multiple in the pot: the checker computes them.
        listed = [[int(i > 0), weight] for i, weight in enumerate(y.tolist())]
        leaf = {"scale": _SCALE, "u": u[: graph.size // 2].tolist(), "cuts": listed}
        proof = {"kind": "tree", "moves": list(moves), "cuts": cuts, "tree": {"leaf": leaf}}
        return envelope(f"taxman:{graph.size}", score, self.upper, proof)

    def multipliers(self) -> tuple[Ints, int, list[WrittenCut]]:
        """Return the multipliers of 0..n, their denominator, and the cuts, which must all be T-cuts."""
        u, rows, y = self._proof
        members = ((self._pool.cuts[row].members + 1).tolist() for row in rows)
        return np.concatenate(([0], u)), self._scale, list(zip(y.tolist(), members, strict=True))

    def _set_rows(self, rows: list[int], y: Floats) -> None:
        self.rows, self._y = rows, y
        cuts = [self._pool.cuts[row] for row in rows]
        sizes = np.array([len(cut.pairs) for cut in cuts], np.int64)
        self._room = np.array([cut.rhs for cut in cuts], np.float64)
        self._row_ptr = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self._row_pair = np.concatenate([np.zeros(0, np.int64), *(cut.pairs for cut in cuts)])
        self._in_cut = np.repeat(np.arange(len(cuts)), sizes)[np.argsort(self._row_pair, kind="stable")]
        counts = np.bincount(self._row_pair, minlength=self.graph.pairs)
        self._in_ptr = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)

    def _bound(self) -> None:
        """Turn the average multipliers into integers, and keep these if they prove a lower bound."""
        graph = self.graph
        parts = graph.size * self._scale
        y = (self._y * parts).astype(np.int64)
        u = (self._u * parts).astype(np.int64)
        paid = np.bincount(self._row_pair, weights=np.repeat(y, np.diff(self._row_ptr)), minlength=graph.pairs)
        weight = graph.weights[graph.upper] * self._scale - paid.astype(np.int64)
        arrays = (graph.lower, graph.upper, graph.level, graph.down_ptr, graph.up_ptr, graph.up_pair)
        kernels.cover(_SWEEPS, weight, *arrays, u)
        upper = (int(u.sum()) + int((y * self._room.astype(np.int64)).sum())) // self._scale
        if upper < self.upper or not self.rounds:
            used = np.flatnonzero(y)
            self.upper, self._proof = upper, (u, [self.rows[i] for i in used], y[used])

    def _simple(self) -> list[int]:
        """Add S- and T-cuts that the average violates to the pool; return the indices of the new cuts.

        A shape times another factor may be a violated cut as well. So shapes that were found with two factors or more
        are tried with all factors.
        """
        x, shapes, self._along = self.x, self._shapes, self.x[self._by_prime]
        near = x[self._near]
        undecided = (near > _UNDECIDED) & ((near < 1 - _UNDECIDED) | (self.rounds == 0))
        factors_by_shape: dict[Shape, Ints] = {}
        for side in self._sides:
            starts = np.unique(side.own[undecided])
            starts = np.sort(self._rng.permutation(starts)[:_SAMPLE])
            search = set_search(starts, near, *side.arrays, _SEARCH, _NOISE, _LEAST, _SEARCH // 3, self._state)
            members, ptr, _ = search
            for i in range(len(ptr) - 1):
                numbers = np.sort(members[ptr[i] : ptr[i + 1]]) + 1
                factor = np.gcd.reduce(numbers)
                shape = side.kind, tuple((numbers // factor).tolist())
                # Skip sets of two numbers: they share at most one cover, which has at most one pair anyway.
                if len(numbers) > 2 and factor not in factors_by_shape.setdefault(shape, factor[None]):
                    factors_by_shape[shape] = np.append(factors_by_shape[shape], factor)
        shapes.update({shape: len(factors) for shape, factors in factors_by_shape.items()})
        if self.rounds % _AGAIN == 0:
            factors_by_shape = {
                shape: np.zeros(0, np.int64) for shape, times in shapes.items() if times > 1
            } | factors_by_shape
        new = []
        for shape, factors in factors_by_shape.items():
            new += self._repeated(shape, factors, everywhere=shapes[shape] > 1)
        return new

    def _repeated(self, shape: Shape, factors: Ints, *, everywhere: bool) -> list[int]:
        """Add the cuts of a shape for the given factors and, if ``everywhere``, all factors with a violated cut."""
        kind, members = shape
        pairs, rank = [], self.graph.level
        for a, b in permutations(members, 2):
            common = gcd(a, b)
            if rank[a // common - 1] == 1 == rank[b // common - 1]:
                pairs.append((common, a // common) if kind == "T" else (a, b // common))
        lower, prime = np.array(sorted(set(pairs))).T
        pair_index = self._place[prime]
        if everywhere:
            most = self.graph.size // int((lower * prime).max())
            violation = np.full(most, 1.0 - len(members))
            for q, start in zip(lower.tolist(), pair_index.tolist(), strict=True):
                violation += self._along[start + q : start + q * most + 1 : q]
            factors = np.union1d(factors, np.flatnonzero(violation > _LEAST) + 1)
        ones, new = np.ones(len(members), np.int64), []
        for factor in factors.tolist():
            there = lower * prime * factor <= self.graph.size
            of = np.sort(self._by_prime[(pair_index + lower * factor)[there]])
            number, is_new = self._pool.add(Cut(kind, factor * np.array(members) - 1, ones, 1, of))
            if is_new:
                new.append(number)
        return new
