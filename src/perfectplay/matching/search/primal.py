"""Search for better matchings with the linear program: by diving, and in the neighbourhood of the best matching."""

from __future__ import annotations

import numpy as np

from perfectplay.matching.relaxation import Decisions
from perfectplay.matching.search.state import State

__all__ = ["dive", "search_nearby"]

_UNDECIDED = 1e-4
_AGREEMENT = 0.01


def _relax(state: State, decisions: Decisions, rounds: int, least: float) -> bool:
    """Solve a subproblem roughly; return whether it seems able to contain a better matching, without proof."""
    relaxation = state.relaxation
    relaxation.restrict(state.domain_of(decisions))
    previous = float("inf")
    for i in range(rounds):
        state.check_time()
        if relaxation.solve(cutoff=state.incumbent.value + 1) != "optimal":
            return False
        if relaxation.objective < state.incumbent.value + 1:
            return False
        if i == rounds - 1 or previous - relaxation.objective < least:
            break
        previous = relaxation.objective
        if not relaxation.add(state.separator.simple(relaxation, thorough=False)):
            break
    if relaxation.solve(cutoff=state.incumbent.value + 1) != "optimal":
        return False
    state.incumbent.improve(relaxation.y(), 8)
    return True


def _undecided(state: State, taken: set[int]) -> list[int]:
    y = state.relaxation.y()
    small = state.graph.up_ptr[1:] > state.graph.up_ptr[:-1]
    vertices = np.nonzero(small & (y > _UNDECIDED) & (y < 1 - _UNDECIDED))[0].tolist()
    return [v for v in vertices if v not in taken]


def dive(state: State, share: float, noise: float, decisions: Decisions, depth: int = 25) -> None:
    """Solve repeatedly; after each solution, round the ``share`` of undecided vertices that is nearest to 0 or 1."""
    taken = {vertex for vertex, _ in decisions}
    for _ in range(depth):
        if not _relax(state, decisions, 3, 2.0):
            return
        undecided = _undecided(state, taken)
        if not undecided:
            return
        y = state.relaxation.y()
        key = {v: abs(y[v] - 0.5) + noise * state.rng.random() for v in undecided}
        undecided.sort(key=lambda v: -key[v])
        chosen = undecided[: max(1, int(len(undecided) * share))]
        decisions += tuple((v, bool(y[v] > 0.5)) for v in chosen)
        taken.update(chosen)


def search_nearby(state: State, decisions: Decisions, most: int) -> None:
    """Fix the vertices on which the relaxation and the best matching agree, and search the rest briefly (RINS)."""
    y = state.relaxation.y()
    picks = state.incumbent.picks
    graph = state.graph
    taken = {vertex for vertex, _ in decisions}
    small = graph.up_ptr[1:] > graph.up_ptr[:-1]
    agreed = np.nonzero(small & (np.abs(y - picks) < _AGREEMENT))[0].tolist()
    stack = [decisions + tuple((v, bool(picks[v])) for v in agreed if v not in taken)]
    for _ in range(most):
        if not stack:
            return
        current = stack.pop()
        if not _relax(state, current, 3, 1.0):
            continue
        undecided = _undecided(state, {vertex for vertex, _ in current})
        if not undecided:
            continue
        y = state.relaxation.y()
        weights = state.graph.weights
        top = state.graph.heaviest
        chosen = max(undecided, key=lambda v: min(y[v], 1 - y[v]) * min(int(weights[v]), top - int(weights[v])))
        likely = bool(y[chosen] > 0.5)
        stack += [(*current, (chosen, not likely)), (*current, (chosen, likely))]
