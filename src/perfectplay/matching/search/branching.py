"""Which vertex to branch on: pseudocosts, learnt by a few strong-branching probes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.matching.search.node import Node
from perfectplay.matching.search.probing import Prober
from perfectplay.matching.search.state import State

__all__ = ["Brancher"]

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
    """Learns how much the bound falls when a vertex is picked or is not.

    Probes are cut short after a number of simplex iterations; what they report only guides the choice and never
    closes a node (T. Achterberg, T. Koch, A. Martin, "Branching rules revisited", 2005).
    """

    def __init__(self, state: State, probes: int = 5, candidates: int = 30) -> None:
        self._state = state
        self._probes = probes
        self._candidates = candidates
        self._prober = Prober(state.relaxation)
        self._cost: dict[int, _Cost] = {}

    def choose(self, node: Node, y: npt.NDArray[np.float64]) -> int | None:
        """Pick the most promising undecided vertex; ``None`` if the relaxation decides all of them."""
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
        best: tuple[float, int] = (-1.0, undecided[0])
        probes = 0
        for vertex in undecided[: self._candidates]:
            cost = self._cost.get(vertex)
            if cost is not None and cost.count >= _LEARNT:
                score = promise(vertex)
            elif probes >= self._probes:
                continue
            else:
                probes += 1
                if probes == 1:
                    prober.load()
                falls = []
                for picked in (False, True):
                    value = prober.value(domain.child(state.graph, vertex, picked=picked))
                    fall = gap if value is None else objective - value
                    falls.append(min(max(fall, 0.0), gap))
                cost = cost or self._cost.setdefault(vertex, _Cost())
                cost.down += (falls[0] / max(float(y[vertex]), _LEAST) - cost.down) / (cost.count + 1)
                cost.up += (falls[1] / max(1 - float(y[vertex]), _LEAST) - cost.up) / (cost.count + 1)
                cost.count += 1
                score = max(falls[0], _LEAST) * max(falls[1], _LEAST)
            if score > best[0]:
                best = (score, vertex)
        return best[1]
