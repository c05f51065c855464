"""Choose the vertex to branch on, by pseudocosts learnt from a few strong-branching probes.

A probe is a few simplex iterations below a node, on a copy of its linear program. Steepest-edge pricing must first
compute weights, which at N = 1430 takes as long as a hundred iterations. So probes have their own instance of HiGHS,
with devex pricing, which starts at once. The children's programs start from the final bases of the probes.
"""

from __future__ import annotations

from dataclasses import dataclass

import highspy
import numpy as np
import numpy.typing as npt

from perfectplay.matching.relaxation import Domain, Relaxation, Start, new_simplex
from perfectplay.matching.search.state import Node, State

__all__ = ["Brancher"]

_ITERATIONS = 100
_FAR, _PROBES, _PROBES_FAR = 50.0, 5, 10
"""A node has 5 probes, or 10 if its gap is above 50, because a large tree may follow."""
_CANDIDATES = 40
_DEVEX = 1
_UNDECIDED = 1e-4
_LEARNT = 8
_FIRST_COST = 400.0
_LEAST = 1e-3


class _Prober:
    """A runner of probes: `load` copies a node's linear program, and ``end`` is the final basis of the latest probe."""

    def __init__(self, relaxation: Relaxation) -> None:
        self._relaxation = relaxation
        self._highs = new_simplex()
        self._highs.setOptionValue("simplex_dual_edge_weight_strategy", _DEVEX)
        self._highs.setOptionValue("simplex_iteration_limit", _ITERATIONS)
        self._basis = self.end = highspy.HighsBasis()

    def load(self, cutoff: float) -> None:
        """Copy the solved program, after dropping most of its slack cuts from the original.

        A probe may end once its value is known to be below ``cutoff``.
        """
        self._relaxation.purge(0)
        self._highs.setOptionValue("objective_bound", -cutoff / self._relaxation.unit)
        program, self._basis = self._relaxation.copy()
        self._highs.passModel(program)

    def value(self, domain: Domain) -> float | None:
        """Return the program's value in a smaller domain after a few iterations, or ``None`` if the domain is empty.

        The value guides the search and proves nothing.
        """
        relaxation, highs = self._relaxation, self._highs
        bounds = relaxation.bounds_in(domain)
        bounds.apply(highs, relaxation.bounds)
        highs.setBasis(self._basis)
        highs.run()
        empty = highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible
        value = -highs.getInfo().objective_function_value * relaxation.unit
        self.end = highs.getBasis()
        # Restore the bounds only after reading the results, because HiGHS then forgets its solution.
        relaxation.bounds.apply(highs, bounds)
        relaxation.solves += 1
        return None if empty else value


@dataclass(slots=True)
class _Cost:
    down: float = 0.0
    up: float = 0.0
    count: int = 0


class Brancher:
    """A branching rule that learns how much the bound falls when a vertex is picked, and when it is not.

    Probes are cut short after a number of simplex iterations. Their values only guide the choice and never close a node
    (T. Achterberg, T. Koch, A. Martin, "Branching rules revisited", 2005).
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._prober = _Prober(state.relaxation)
        self._cost: dict[int, _Cost] = {}
        self._ends: dict[int, list[highspy.HighsBasis]] = {}

    def choose(self, node: Node, y: npt.NDArray[np.float64]) -> int | None:
        """Return the most promising undecided vertex, or ``None`` if the relaxation decides all vertices."""
        state, prober = self._state, self._prober
        weights = state.graph.weights
        top = state.graph.heaviest
        undecided = np.nonzero((y > _UNDECIDED) & (y < 1 - _UNDECIDED))[0].tolist()
        if not undecided:
            return None

        def promise(vertex: int) -> float:
            cost = self._cost.get(vertex)
            share = min(int(weights[vertex]), top - int(weights[vertex])) / top
            down = cost.down if cost else _FIRST_COST * share
            up = cost.up if cost else _FIRST_COST * share
            value = float(y[vertex])
            return max(down * value, _LEAST) * max(up * (1 - value), _LEAST)

        undecided.sort(key=promise, reverse=True)
        objective = state.relaxation.objective
        domain = state.domain_of(node.decisions)
        gap = max(objective - state.incumbent.value, _LEAST)
        most = _PROBES_FAR if gap > _FAR else _PROBES
        best: tuple[float, int] = (-1.0, undecided[0])
        probes = 0
        for vertex in undecided[:_CANDIDATES]:
            cost = self._cost.get(vertex)
            if cost is not None and cost.count >= _LEARNT:
                score = promise(vertex)
            elif probes >= most:
                continue
            else:
                probes += 1
                if probes == 1:
                    prober.load(state.incumbent.value + 1)
                falls = []
                ends = self._ends[vertex] = []
                for picked in (False, True):
                    value = prober.value(domain.child(state.graph, vertex, picked=picked))
                    fall = gap if value is None else objective - value
                    falls.append(min(max(fall, 0.0), gap))
                    ends.append(prober.end)
                cost = cost or self._cost.setdefault(vertex, _Cost())
                cost.down += (falls[0] / max(float(y[vertex]), _LEAST) - cost.down) / (cost.count + 1)
                cost.up += (falls[1] / max(1 - float(y[vertex]), _LEAST) - cost.up) / (cost.count + 1)
                cost.count += 1
                score = max(falls[0], _LEAST) * max(falls[1], _LEAST)
            if score > best[0]:
                best = (score, vertex)
        return best[1]

    def starts(self, vertex: int) -> tuple[Start, Start]:
        """Return the children's starting bases, picked child first: where probes ended, or else the current basis."""
        ends, self._ends = self._ends, {}
        left, picked = map(self._state.relaxation.start, ends.get(vertex, (None, None)))
        return picked, left
