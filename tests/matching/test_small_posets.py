"""Compare the engine with a search of all matchings, on small posets with weights."""

import random
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from perfectplay import matching
from perfectplay.matching import match
from perfectplay.matching.graph import MAX_TOTAL, build
from perfectplay.matching.incumbent import Incumbent
from tests.tables import rows

Pairs = list[tuple[int, int]]


def is_acyclic(pairs: Sequence[tuple[Any, Any]], chosen: Sequence[tuple[Any, Any]]) -> bool:
    below: dict[Any, set[Any]] = {}
    for q, p in pairs:
        tail, head = (q, p) if (q, p) in chosen else (p, q)
        below.setdefault(tail, set()).add(head)
    try:
        TopologicalSorter(below).prepare()
    except CycleError:
        return False
    return True


def best_of_all(weights: Sequence[int], pairs: Pairs, covers: Pairs, chosen: Pairs, at: int = 0) -> int:
    """Return the largest weight of an acyclic matching that extends the chosen pairs by covers with index >= ``at``."""
    best = sum(weights[p] for _, p in chosen)
    ends = {vertex for pair in chosen for vertex in pair}
    for i in range(at, len(covers)):
        more = [*chosen, covers[i]]
        if ends.isdisjoint(covers[i]) and is_acyclic(pairs, more):
            best = max(best, best_of_all(weights, pairs, covers, more, i + 1))
    return best


def random_poset(rng: random.Random, size: int) -> tuple[Pairs, Pairs, list[int] | None]:
    """Return pairs and covers of a random poset, and its levels or ``None``; without levels, pairs are transitive."""
    share = rng.choice([0.2, 0.4, 0.7])
    if rng.random() < 0.5:
        levels = [v % 3 for v in rng.sample(range(size), size)]
        two = [(q, p) for q in range(size) for p in range(size) if levels[p] == levels[q] + 1]
        pairs = [pair for pair in two if rng.random() < share]
        return pairs, pairs, levels
    above: list[set[int]] = [set() for _ in range(size)]
    for q in reversed(range(size)):
        for p in range(q + 1, size):
            if rng.random() < share / 2:
                above[q] |= {p} | above[p]
    covers = [(q, p) for q in range(size) for p in above[q] if not any(p in above[k] for k in above[q])]
    return [(q, p) for q in range(size) for p in above[q]], covers, None


@pytest.mark.parametrize("seed", range(40))
def test_the_heaviest_matching_of_a_random_poset(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 10)
    pairs, covers, levels = random_poset(rng, size)
    weights = [rng.choice([0, 1, 5, rng.randint(1, 20)]) for _ in range(size)]
    cover = [pair in covers for pair in pairs]
    graph = build(weights, [q for q, _ in pairs], [p for _, p in pairs], levels=levels, cover=cover)
    outcome = matching.solve(graph, seed=seed)
    assert outcome.value == outcome.upper == best_of_all(weights, pairs, covers, [])
    chosen = [(q, p) for p, q in match(graph, outcome.picks).items()]
    assert sum(weights[p] for _, p in chosen) == outcome.value
    assert set(chosen) <= set(covers)
    assert is_acyclic(pairs, chosen)


def test_picks_that_close_a_cycle_are_no_matching() -> None:
    graph = build([1, 1, 1, 1], [0, 1, 0, 1], [2, 2, 3, 3], levels=[0, 0, 1, 1])
    with pytest.raises(ValueError, match="no acyclic matching has these picks"):
        match(graph, np.array([False, False, True, True]))


def test_a_matching_of_the_heuristic_is_taken_over() -> None:
    graph = build([0, 5, 1], [0, 0], [1, 2], levels=[0, 1, 1])
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


@rows(
    "weights, lower, upper, levels, why",
    [
        ([1, 1], [0], [1], [0, 2], "vertex 1 of level 2 is not one level above vertex 0 of level 0"),
        ([1, -3], [0], [1], [0, 1], "the weight -3 is negative"),
        ([1, 1], [0], [1], [-1, 0], "the level -1 is negative"),
        ([1, 1.5], [0], [1], None, "weights is not a list of whole numbers"),
        ([1, 1], [0], [2], None, "a pair has the vertex 2; there are 2"),
        ([1, 1], [0, 1], [1], None, "upper has the shape"),
        ([1, 1], [0], [1], [0, 1, 2], "levels has the shape"),
        ([1, 1], [0, 0], [1, 1], [0, 1], "the vertices 0 and 1 comes twice"),
        ([1, 1], [1], [1], None, "vertex 1 is not above itself"),
    ],
)
def test_what_is_no_poset_is_refused(
    weights: list[float], lower: list[int], upper: list[int], levels: list[int] | None, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        build(weights, lower, upper, levels=levels)


def test_what_is_not_about_the_poset_is_refused() -> None:
    graph = build([0, 5], [0], [1], levels=[0, 1])
    with pytest.raises(ValueError, match="the weights add up to"):
        matching.solve(build([1, MAX_TOTAL], [0], [1], levels=[0, 1]))
    with pytest.raises(ValueError, match="enough is 4, but there is a matching of weight 5"):
        matching.solve(graph, enough=4)
    with pytest.raises(ValueError, match="there are 3 picks for 2 vertices"):
        matching.solve(graph, picks=np.zeros(3, np.bool_))
