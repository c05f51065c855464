"""Optimal Morse matchings by the engine, and ratios against the plain MIP of `plain_mip.py` in the same run.

    python benchmarks/morse.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

The complexes are those of ``examples/morse``, some of these glued at a vertex, and random ones, LM(n, p): all edges
on n vertices, and each triangle with probability p (N. Linial and R. Meshulam, Combinatorica 26 (2006), 475-487).  Both
are told the bound that Betti numbers prove, and then neither is.  The MIP has ten times the engine's time, and a second
at least.  Seconds are medians.
"""

from __future__ import annotations

import random
import runpy
import statistics
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from figures import Figures, timed
from plain_mip import plain_mip

from perfectplay.matching import solve
from perfectplay.matching.complexes import Face, read_facets
from perfectplay.matching.graph import Graph
from perfectplay.matching.search.state import Outcome

FOLDER = Path(__file__).parents[1] / "examples" / "morse"
EXAMPLE: dict[str, Any] = runpy.run_path(str(FOLDER / "morse.py"))
RANDOM = ((8, 0.3), (10, 0.2), (10, 0.4), (12, 0.2), (12, 0.25), (14, 0.2), (16, 0.2), (20, 0.15), (20, 0.3), (25, 0.2))
REPEAT = 3
LIMIT = 10.0
LEAST = 1.0


def complexes() -> Iterator[tuple[str, list[Face]]]:
    """Yield the names and facets of the complexes."""
    for path in sorted((FOLDER / "complexes").glob("*.txt")):
        yield path.stem, _read(path.stem)
    hat = _read("dunce_hat")
    for count in (2, 3, 4):
        yield f"{count} dunce hats", _wedge([hat] * count)
    for name in ("torus", "klein_bottle", "projective_plane"):
        yield f"dunce hat, {name}", _wedge([hat, _read(name)])
    for n, p in RANDOM:
        rng = random.Random(0)  # noqa: S311  # no secrets here
        triangles = [face for face in combinations(range(n), 3) if rng.random() < p]
        yield f"LM({n}, {p})", [*combinations(range(n), 2), *triangles]


def _read(name: str) -> list[Face]:
    return read_facets((FOLDER / "complexes" / f"{name}.txt").read_text(encoding="utf-8"))


def _wedge(parts: list[list[Face]]) -> list[Face]:
    """Return the wedge of complexes, which are glued together at their first vertices."""
    first = [min(vertex for facet in part for vertex in facet) for part in parts]
    return [
        tuple(sorted(0 if vertex == first[i] else 100 * (i + 1) + vertex for vertex in facet))
        for i, part in enumerate(parts)
        for facet in part
    ]


def _run(graph: Graph, enough: int | None) -> tuple[float, Outcome]:
    return timed(solve, graph, enough=enough, time_limit=LIMIT, repeat=1)


def main() -> None:
    figures = Figures(__doc__, "leave out complexes with more than 150 faces")
    solve(EXAMPLE["face_poset"](EXAMPLE["faces_of"]([(0, 1, 2)])))  # load
    for told in (True, False):
        print("both are told the bound of the Betti numbers" if told else "neither is told anything")
        counts = dict.fromkeys(("proven", "not slower", "MIP unfinished"), 0)
        for name, facets in complexes():
            label = f"{name}{'' if told else ', alone'}"
            faces = EXAMPLE["faces_of"](facets)
            if figures.quick and len(faces) > 150:
                continue
            betti = [EXAMPLE["betti_numbers"](faces, prime) for prime in EXAMPLE["FIELDS"]]
            enough = (len(faces) - sum(map(max, zip(*betti, strict=True)))) // 2 if told else None
            graph = EXAMPLE["face_poset"](faces)
            first, outcome = _run(graph, enough)
            critical, bound = len(faces) - 2 * outcome.value, len(faces) - 2 * outcome.upper
            if critical > bound:
                figures.show(label, first, f"{len(faces)} faces, {critical} critical, not proven: {bound} at least")
                continue
            seconds = statistics.median([first, *(_run(graph, enough)[0] for _ in range(REPEAT - 1))])
            tried = [plain_mip(graph, max(LEAST, 10 * seconds), enough) for _ in range(REPEAT)]
            finished = [value for value, _, _ in tried if value is not None]
            plain = statistics.median(run[2] for run in tried)
            done = len(finished) > REPEAT // 2
            counts["proven"] += 1
            counts["not slower"] += seconds <= plain
            counts["MIP unfinished"] += not done
            claim = f"{len(faces) - 2 * finished[0]} in" if done else "unfinished after"
            claim = f"plain MIP {claim} {plain:.2f} s, ratio {'' if done else '> '}{plain / seconds:.0f}"
            figures.show(label, seconds, f"{len(faces)} faces, {critical} critical; {claim}")
        print(*(f"{name}: {count}" for name, count in counts.items()), sep=", ")
    figures.save()


if __name__ == "__main__":
    main()
