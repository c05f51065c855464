"""The engine on small posets with weights, against all matchings that there are."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from perfectplay import matching
from perfectplay.matching import match
from perfectplay.matching.graph import MAX_TOTAL, Graph, build
from perfectplay.matching.incumbent import Incumbent
from tests.tables import rows

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


# -- Morse matchings ---------------------------------------------------------------------------------------------------

Facet = tuple[int, ...]

PROJECTIVE_PLANE = [(1, 2, 5), (1, 2, 6), (1, 3, 4), (1, 3, 6), (1, 4, 5), (2, 3, 4), (2, 3, 5), (2, 4, 6), (3, 5, 6)]
PROJECTIVE_PLANE += [(4, 5, 6)]
TORUS = [(i, (i + a) % 7, (i + 3) % 7) for i in range(7) for a in (1, 2)]
DUNCE_HAT = [(1, 3, 5), (2, 3, 5), (2, 4, 5), (1, 2, 4), (1, 3, 4), (3, 4, 8), (1, 2, 8), (1, 7, 8), (1, 2, 7)]
DUNCE_HAT += [(2, 3, 7), (3, 6, 7), (1, 3, 6), (1, 5, 6), (4, 5, 6), (4, 6, 8), (6, 7, 8), (2, 3, 8)]


def faces_of(facets: Iterable[Facet]) -> list[Facet]:
    return sorted(
        {face for one in facets for k in range(len(one)) for face in combinations(sorted(one), k + 1)}, key=len
    )


def face_poset(facets: Iterable[Facet]) -> Graph:
    faces = faces_of(facets)
    place = {face: i for i, face in enumerate(faces)}
    covers = [(place[low], place[high]) for high in faces for low in combinations(high, len(high) - 1) if low]
    lower, upper = zip(*covers, strict=True) if covers else ((), ())
    return build([1] * len(faces), lower, upper, [len(face) - 1 for face in faces])


def fewest_critical(facets: Iterable[Facet]) -> int:
    """Solve, see that the matching is one and acyclic, and count the faces that it leaves alone."""
    graph = face_poset(facets)
    outcome = matching.solve(graph)
    assert outcome.value == outcome.upper
    mates = match(graph, outcome.picks)
    assert len(mates) == outcome.value
    assert not set(mates) & set(mates.values())
    assert len(set(mates.values())) == len(mates)
    below: dict[int, set[int]] = {}
    for q, p in zip(graph.lower.tolist(), graph.upper.tolist(), strict=True):
        # The pairs of the matching point upwards, all others downwards.
        tail, head = (q, p) if mates.get(p) == q else (p, q)
        below.setdefault(tail, set()).add(head)
    assert set(TopologicalSorter(below).static_order()) <= set(range(graph.size))
    return graph.size - 2 * outcome.value


@rows(
    "facets, critical",
    [
        ([(0,)], 1),
        ([(0, 1, 2, 3)], 1),
        (list(combinations(range(4), 3)), 2),
        (list(combinations(range(5), 4)), 2),
        ([(0, 1), (2,)], 2),
        (PROJECTIVE_PLANE, 3),
        (TORUS, 4),
        (DUNCE_HAT, 3),
    ],
    ["point", "simplex", "sphere", "3-sphere", "two parts", "RP^2, 6 vertices", "torus, 7 vertices", "dunce hat"],
)
def test_the_fewest_critical_cells_that_are_known(facets: list[Facet], critical: int) -> None:
    assert fewest_critical(facets) == critical


def test_the_dunce_hat_is_one() -> None:
    """A disc's Euler characteristic, and no edge from which it could be collapsed; one edge in three is in three."""
    faces = faces_of(DUNCE_HAT)
    assert [sum(len(face) == k for face in faces) for k in (1, 2, 3)] == [8, 24, 17]
    assert Counter(Counter(edge for face in DUNCE_HAT for edge in combinations(face, 2)).values()) == {2: 21, 3: 3}


def fewest_by_removal(facets: Iterable[Facet]) -> int:
    """Count critical cells without matchings: remove as few triangles as let the others collapse from free edges.

    What is left is a graph, which needs a vertex for each of its parts and an edge for each of its cycles.
    """
    faces = faces_of(facets)
    triangles: list[Facet] = [face for face in faces if len(face) == 3]
    part = {face[0]: face[0] for face in faces if len(face) == 1}
    for a, b in (face for face in faces if len(face) == 2):
        part = {v: part[a] if of == part[b] else of for v, of in part.items()}
    removed = next(
        k
        for k in range(len(triangles) + 1)
        if any(collapses(set(triangles) - set(few)) for few in combinations(triangles, k))
    )
    vertices = len(set(part.values()))
    characteristic = sum(-1 if len(face) % 2 == 0 else 1 for face in faces)
    return vertices + removed + (vertices + removed - characteristic)


def collapses(faces: Collection[Facet]) -> bool:
    triangles = set(faces)
    while triangles:
        users = Counter(edge for face in triangles for edge in combinations(face, 2))
        free = {face for face in triangles if any(users[edge] == 1 for edge in combinations(face, 2))}
        if not free:
            return False
        triangles -= free
    return True


@pytest.mark.parametrize("seed", range(12))
def test_random_complexes_against_collapses(seed: int) -> None:
    rng = random.Random(seed)
    vertices, share = rng.choice([(6, 0.5), (6, 0.8), (7, 0.4), (7, 0.5)])
    triangles = [face for face in combinations(range(vertices), 3) if rng.random() < share]
    edges = [edge for edge in combinations(range(vertices), 2) if rng.random() < 0.9]
    points = [(v,) for v in range(vertices)]
    assert fewest_critical([*points, *edges, *triangles]) == fewest_by_removal([*points, *edges, *triangles])
