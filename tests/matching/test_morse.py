"""Compare the example of discrete Morse theory with known optima, and with collapses of random complexes."""

import random
import runpy
from collections import Counter
from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from perfectplay.matching import solve
from perfectplay.matching.complexes import Face, read_facets
from tests.matching.test_small_posets import is_acyclic
from tests.tables import rows

FOLDER = Path(__file__).parents[2] / "examples" / "morse"
EXAMPLE: dict[str, Any] = runpy.run_path(str(FOLDER / "morse.py"))
KNOWN = {"complex_projective_plane": 3, "dunce_hat": 3, "klein_bottle": 4, "moebius_band": 2, "moore_space": 3}
KNOWN |= {"octahedron": 2, "projective_plane": 3, "projective_space": 4, "sphere": 2, "torus": 4}
KNOWN |= {"torus_of_dimension_three": 8, "wedge": 3}


def read(name: str) -> list[Face]:
    return read_facets((FOLDER / "complexes" / f"{name}.txt").read_text(encoding="utf-8"))


def fewest_critical(facets: list[Face]) -> int:
    """Solve a complex, check that the pairs are an acyclic matching, and return the number of unmatched faces."""
    found = EXAMPLE["optimal"](facets)
    faces = EXAMPLE["faces_of"](facets)
    ends = [face for pair in found.mates for face in pair]
    covers = [(low, high) for high in faces for low in combinations(high, len(high) - 1) if low]
    assert len(set(ends)) == len(ends)
    assert set(found.mates) <= set(covers)
    assert is_acyclic(covers, found.mates)
    assert found.bound == len(found.critical) == len(faces) - len(ends)
    return len(found.critical)


def fewest_by_search(facets: list[Face]) -> int:
    """Return the fewest critical cells by the engine alone, without Betti numbers."""
    graph = EXAMPLE["face_poset"](EXAMPLE["faces_of"](facets))
    outcome = solve(graph)
    assert outcome.value == outcome.upper
    return int(graph.size - 2 * outcome.value)


@rows("name, critical", KNOWN.items())
def test_the_optimum_that_is_known(name: str, critical: int) -> None:
    assert fewest_critical(read(name)) == critical


@rows("text, critical", [("0", 1), ("0 1 2 3", 1), ("0 1\n2", 2), ("a\nb\nc", 3), ("[[0,1,2],[2,1,3],[0,3]]", 2)])
def test_the_fewest_critical_cells_of_the_smallest(text: str, critical: int) -> None:
    facets = read_facets(text)
    assert fewest_critical(facets) == fewest_by_search(facets) == critical


def test_a_file_that_cannot_be_read_is_named_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "complex.txt"
    for content, reason in ((b"1 2 1", "line 1: '1 2 1' has a vertex twice"), (b"\xff", "not text in UTF-8")):
        file.write_bytes(content)
        with pytest.raises(SystemExit, match=f"complex.txt: {reason}"):
            EXAMPLE["main"]([str(file)])


def test_the_dunce_hat_is_one() -> None:
    """Test that the dunce hat has Euler characteristic 1, like a disc, but no free edge to begin a collapse at."""
    hat = read("dunce_hat")
    assert Counter(map(len, EXAMPLE["faces_of"](hat))) == {1: 8, 2: 24, 3: 17}
    assert Counter(Counter(edge for face in hat for edge in combinations(face, 2)).values()) == {2: 21, 3: 3}


def fewest_by_removal(facets: list[Face]) -> int:
    """Return the fewest critical cells without matchings: remove the fewest triangles so that the others collapse.

    In the remaining graph, each component has one critical vertex, and each independent cycle one critical edge.
    """
    faces: list[Face] = EXAMPLE["faces_of"](facets)
    triangles = [face for face in faces if len(face) == 3]
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


def collapses(faces: Collection[Face]) -> bool:
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
    facets: list[Face] = [*((v,) for v in range(vertices)), *edges, *triangles]
    assert fewest_critical(facets) == fewest_by_search(facets) == fewest_by_removal(facets)
