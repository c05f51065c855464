"""Choose the vertex to branch on, by pseudocosts learnt from a few strong-branching probes.

A probe is a few iterations of the simplex method below a node. The children's programs start from the probes' final
bases.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.matching.relaxation import Basis, Start
from perfectplay.matching.search.state import Node, State

__all__ = ["Brancher"]

_ITERATIONS = 100
_FAR, _PROBES, _PROBES_FAR = 50.0, 5, 10
"""A node has 5 probes, or 10 if its gap is above 50, because a large tree may follow."""
_CANDIDATES = 40
_UNDECIDED = 1e-4
_LEARNT = 8
_FIRST_COST = 400.0
_LEAST = 1e-3


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
        self._cost: dict[int, _Cost] = {}
        self._ends: dict[int, list[Basis]] = {}

    def choose(self, node: Node, y: npt.NDArray[np.float64]) -> int | None:
        """Return the most promising undecided vertex, or ``None`` if the relaxation decides all vertices."""
        state = self._state
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
                    state.relaxation.purge(0)
                falls = []
                ends = self._ends[vertex] = []
                for picked in (False, True):
                    child = domain.child(state.graph, vertex, picked=picked)
                    value, end = state.relaxation.probe(child, state.incumbent.value + 1, _ITERATIONS)
                    fall = gap if value is None else objective - value
                    falls.append(min(max(fall, 0.0), gap))
                    ends.append(end)
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
