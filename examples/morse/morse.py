"""Optimal discrete Morse matchings: as few critical cells of a simplicial complex as there can be, with proof.

Usage: python examples/morse/morse.py FILE [--pairs] [--seconds LIMIT]

FILE has a facet in each line, or lists such as [[0,1,2],[1,2,3]] or {0 1 2}: see `read_facets`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from perfectplay import PerfectPlayError
from perfectplay.matching import match, solve
from perfectplay.matching.complexes import Face, read_facets
from perfectplay.matching.graph import Graph, build

FIELDS = (2, 3, 2**61 - 1)
"""Primes: the Betti numbers over each of these fields are bounds.  Those over the largest field equal those over the
rationals, unless the homology has torsion of that order."""


class Morse(NamedTuple):
    """Mates as (lower face, upper face), critical faces, a proven lower bound on their number, and its source.

    ``betti`` has the Betti numbers over each of `FIELDS`; ``by_betti`` is the bound that they prove alone.
    """

    mates: list[tuple[Face, Face]]
    critical: list[Face]
    bound: int
    betti: dict[int, list[int]]
    by_betti: int
    nodes: int


def faces_of(facets: Iterable[Face]) -> list[Face]:
    """Return all faces except the empty one, by dimension."""
    faces = {face for one in facets for size in range(len(one)) for face in combinations(one, size + 1)}
    return sorted(faces, key=lambda face: (len(face), face))


def boundary(face: Face) -> list[Face]:
    """Return the facets of a face; the boundary of the face is their sum with alternating signs."""
    return [face[:i] + face[i + 1 :] for i in range(len(face))] if len(face) > 1 else []


def face_poset(faces: list[Face]) -> Graph:
    """Build the face poset: a face's level is its dimension, its lower covers are its facets, and pairs weigh 1."""
    place = {face: i for i, face in enumerate(faces)}
    lower = [place[low] for high in faces for low in boundary(high)]
    upper = [place[high] for high in faces for _ in boundary(high)]
    return build([1] * len(faces), lower, upper, levels=[len(face) - 1 for face in faces])


def betti_numbers(faces: list[Face], prime: int) -> list[int]:
    """Return the Betti numbers over the field with this prime number of elements, by elimination."""
    top = len(faces[-1])
    sizes, ranks = [0] * (top + 1), [0] * (top + 2)
    pivots: dict[Face, dict[Face, int]] = {}
    for face in faces:
        sizes[len(face)] += 1
        column = {low: (-1) ** i % prime for i, low in enumerate(boundary(face))}
        while column:
            low = max(column)
            if low not in pivots:
                inverse = pow(column[low], -1, prime)
                pivots[low] = {one: value * inverse % prime for one, value in column.items()}
                ranks[len(face)] += 1
                break
            factor = column[low]
            for one, value in pivots[low].items():
                column[one] = (column.get(one, 0) - factor * value) % prime
            column = {one: value for one, value in column.items() if value}
    return [sizes[k] - ranks[k] - ranks[k + 1] for k in range(1, top + 1)]


def optimal(facets: Iterable[Face], seconds: float | None = None) -> Morse:
    """Find the fewest critical cells, or few if the time limit ends the search, and a proven lower bound."""
    faces = faces_of(facets)
    betti = {prime: betti_numbers(faces, prime) for prime in FIELDS}
    # Take the largest over all fields: each Betti number is a lower bound on the critical cells of its dimension.
    by_betti = sum(map(max, zip(*betti.values(), strict=True)))
    graph = face_poset(faces)
    outcome = solve(graph, time_limit=seconds, enough=(len(faces) - by_betti) // 2)
    # Match the picks; the engine peels them, which proves that the matching is acyclic.
    mates = [(faces[q], faces[p]) for p, q in match(graph, outcome.picks).items()]
    matched = {face for pair in mates for face in pair}
    critical = [face for face in faces if face not in matched]
    return Morse(mates, critical, len(faces) - 2 * outcome.upper, betti, by_betti, outcome.nodes)


def main(arguments: list[str] | None = None) -> None:
    """Print the critical cells of an optimal discrete Morse matching, and the reason why it is optimal."""
    parser = argparse.ArgumentParser(description="Find an optimal discrete Morse matching of a simplicial complex.")
    parser.add_argument("file", type=Path, help="facets, one in each line, or as a list of lists")
    parser.add_argument("--pairs", action="store_true", help="print the matching, too")
    parser.add_argument("--seconds", type=float, help="time limit")
    given = parser.parse_args(arguments)
    try:
        found = optimal(read_facets(given.file.read_text(encoding="utf-8")), given.seconds)
    except (OSError, ValueError, PerfectPlayError) as error:
        reason = "not text in UTF-8" if isinstance(error, UnicodeError) else getattr(error, "strerror", None) or error
        sys.exit(f"{given.file}: {reason}")
    for prime, numbers in found.betti.items():
        print(f"Betti numbers over GF({prime}):", *numbers)
    cells = [sum(len(face) == size + 1 for face in found.critical) for size in range(len(found.betti[2]))]
    verdict = "optimal" if len(found.critical) == found.bound else "not proven optimal"
    print("critical cells by dimension:", *cells, f"({sum(cells)} in all, {verdict})")
    print(f"no matching has fewer than {found.bound}:", end=" ")
    if found.bound == found.by_betti:
        print("Betti numbers prove it, whatever the search did")
    else:
        print(f"a search of {found.nodes} nodes proves it, in whole numbers; Betti numbers prove {found.by_betti}")
    print("that the matching is acyclic was checked: it can be peeled")
    for face in found.critical:
        print("critical:", *face)
    for low, high in found.mates if given.pairs else []:
        print("pair:", *low, "-", *high)


if __name__ == "__main__":
    main()
