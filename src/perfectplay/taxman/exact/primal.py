"""Looking for better games with the linear program: dives, and the neighbourhood of the incumbent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perfectplay.taxman.exact.relaxation import Domain

if TYPE_CHECKING:
    from perfectplay.taxman.exact.tree import Search

__all__ = ["dive", "search_nearby"]

_UNDECIDED = 1e-4
_AGREEMENT = 0.01

Decisions = tuple[tuple[int, bool], ...]


def _domain(search: Search, decisions: Decisions) -> Domain:
    domain = search.root_domain
    for vertex, picked in decisions:
        domain = domain.child(search.hasse, vertex, picked=picked)
    return domain


def _relax(search: Search, decisions: Decisions, rounds: int, least: float) -> bool:
    """Solve a subproblem roughly; return whether it might hold a better game.  Proves nothing."""
    relaxation = search.relaxation
    relaxation.restrict(_domain(search, decisions))
    previous = float("inf")
    for i in range(rounds):
        search.check_time()
        if relaxation.solve(cutoff=search.incumbent.value + 1) != "optimal":
            return False
        if relaxation.objective < search.incumbent.value + 1:
            return False
        if i == rounds - 1 or previous - relaxation.objective < least:
            break
        previous = relaxation.objective
        if not relaxation.add(search.separator.simple(relaxation, thorough=False)):
            break
    if relaxation.solve(cutoff=search.incumbent.value + 1) != "optimal":
        return False
    search.incumbent.improve(relaxation.y(), 8)
    return True


def _undecided(search: Search, taken: set[int]) -> list[int]:
    y = search.relaxation.y()
    small = search.hasse.up_ptr[1:] > search.hasse.up_ptr[:-1]
    found = np.nonzero(small & (y > _UNDECIDED) & (y < 1 - _UNDECIDED))[0].tolist()
    return [v for v in found if v not in taken]


def dive(search: Search, share: float, noise: float, decisions: Decisions = (), depth: int = 25) -> None:
    """Round the most decided ``share`` of the undecided divisors, solve again, and so on down."""
    taken = {vertex for vertex, _ in decisions}
    for _ in range(depth):
        if not _relax(search, decisions, 3, 2.0):
            return
        undecided = _undecided(search, taken)
        if not undecided:
            return
        y = search.relaxation.y()
        key = {v: abs(y[v] - 0.5) + noise * search.rng.random() for v in undecided}
        undecided.sort(key=lambda v: -key[v])
        chosen = undecided[: max(1, int(len(undecided) * share))]
        decisions += tuple((v, bool(y[v] > 0.5)) for v in chosen)
        taken.update(chosen)


def search_nearby(search: Search, decisions: Decisions, most: int) -> None:
    """Fix the divisors on which the relaxation and the incumbent agree, and search the rest a little (RINS)."""
    y = search.relaxation.y()
    picks = search.incumbent.picks
    hasse = search.hasse
    taken = {vertex for vertex, _ in decisions}
    small = hasse.up_ptr[1:] > hasse.up_ptr[:-1]
    agreed = np.nonzero(small & (np.abs(y - picks) < _AGREEMENT))[0].tolist()
    stack = [decisions + tuple((v, bool(picks[v])) for v in agreed if v not in taken)]
    for _ in range(most):
        if not stack:
            return
        here = stack.pop()
        if not _relax(search, here, 3, 1.0):
            continue
        undecided = _undecided(search, {vertex for vertex, _ in here})
        if not undecided:
            continue
        y = search.relaxation.y()
        numbers = search.hasse.numbers
        top = int(numbers[-1])
        chosen = max(undecided, key=lambda v: min(y[v], 1 - y[v]) * min(int(numbers[v]), top - int(numbers[v])))
        likely = bool(y[chosen] > 0.5)
        stack += [(*here, (chosen, not likely)), (*here, (chosen, likely))]
