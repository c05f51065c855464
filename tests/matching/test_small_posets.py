"""The engine on small posets with weights, against all matchings that there are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

import numpy as np
import numpy.typing as npt
import pytest

from perfectplay import matching
from perfectplay.matching import match
from perfectplay.matching.graph import MAX_TOTAL, build
from perfectplay.matching.incumbent import Incumbent

Pairs = list[tuple[int, int]]


def is_acyclic(pairs: Pairs, chosen: Pairs) -> bool:
    below: dict[int, set[int]] = {}
    for q, p in pairs:
        tail, head = (q, p) if (q, p) in chosen else (p, q)
        below.setdefault(tail, set()).add(head)
    try:
        TopologicalSorter(below).prepare()
    except CycleError:
        return False
    return True


def best_of_all(weights: Sequence[int], pairs: Pairs, chosen: Pairs, at: int = 0) -> int:
    """Weight of the heaviest acyclic matching that goes on from the chosen pairs with some of those from a place on."""
    best = sum(weights[p] for _, p in chosen)
    ends = {vertex for pair in chosen for vertex in pair}
    for i in range(at, len(pairs)):
        more = [*chosen, pairs[i]]
        if ends.isdisjoint(pairs[i]) and is_acyclic(pairs, more):
            best = max(best, best_of_all(weights, pairs, more, i + 1))
    return best


@pytest.mark.parametrize("seed", range(20))
def test_the_heaviest_matching_of_a_random_poset(seed: int) -> None:
    rng = random.Random(seed)
    levels = [v % 3 for v in rng.sample(range(10), 10)]
    pairs = [
        (q, p)
        for q in range(10)
        for p in range(10)
        if levels[p] == levels[q] + 1 and rng.random() < rng.choice([0.4, 0.7])
    ]
    weights = [rng.choice([0, 1, 5, rng.randint(1, 20)]) for _ in levels]
    graph = build(weights, [q for q, _ in pairs], [p for _, p in pairs], levels)
    outcome = matching.solve(graph, seed=seed)
    assert outcome.value == outcome.upper == best_of_all(weights, pairs, [])
    chosen = [(q, p) for p, q in match(graph, outcome.picks).items()]
    assert sum(weights[p] for _, p in chosen) == outcome.value
    assert is_acyclic(pairs, chosen)


def test_picks_that_close_a_cycle_are_no_matching() -> None:
    graph = build([1, 1, 1, 1], [0, 1, 0, 1], [2, 2, 3, 3], [0, 0, 1, 1])
    with pytest.raises(ValueError, match="no acyclic matching has these picks"):
        match(graph, np.array([False, False, True, True]))


def test_a_matching_of_the_heuristic_is_taken_over() -> None:
    graph = build([0, 5, 1], [0, 0], [1, 2], [0, 1, 1])
    asked: list[list[float]] = []

    def heuristic(y: npt.NDArray[np.float64], seed: int) -> npt.NDArray[np.bool_]:
        asked.append([*y.tolist(), seed])
        return np.array([False, True, False])

    incumbent = Incumbent(graph, 7, heuristic)
    assert incumbent.value == 1
    incumbent.improve(np.array([0.0, 0.5, 0.5]), 0)
    assert (incumbent.value, asked) == (5, [[0.0, 0.5, 0.5, 8]])
    incumbent.improve(np.array([0.0, 1.0, 0.0]), 0)
    assert len(asked) == 1


def test_what_is_no_graded_poset_is_refused() -> None:
    with pytest.raises(ValueError, match="vertex 1 of level 2 is not one level above vertex 0 of level 0"):
        build([1, 1], [0], [1], [0, 2])
    with pytest.raises(ValueError, match="the weight -3 is negative"):
        build([1, -3], [0], [1], [0, 1])


def test_weights_that_are_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="the weights add up to"):
        matching.solve(build([1, MAX_TOTAL], [0], [1], [0, 1]))
