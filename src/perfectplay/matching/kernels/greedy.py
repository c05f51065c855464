"""Greedy choice of the upper ends of an acyclic matching, in C: native/greedy.c.  Plain twins live in the tests.

Conventions.  Vertices are 1..n; entry 0 of every array of length n + 1 is unused.  ``ptr`` and ``lower`` list the lower
covers of v as ``lower[ptr[v] : ptr[v + 1]]``; if several are possible, the first is taken.  The *state* has four
arrays. ``picked`` marks the upper ends of matched pairs, and ``mate`` has their lower ends. ``owner`` has the upper end
of each lower end, or 0, and ``usage`` counts the picks that a vertex is a lower cover of.  The *scratch* is ``users``,
``marks``, ``fresh``, ``nodes`` and ``queue``; the first two must be zero and are left zero.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Ints, Numbers, Written, kernel


@kernel(
    order="n", ptr="size + 1", lower="pairs", picked="size", mate="size", owner="size", usage="size", users="size, 2",
    marks="2, size", fresh="size", nodes="size", queue="size",
)  # fmt: skip
def grow_in_order(
    order: Numbers, ptr: Ints, lower: Numbers, picked: Written[Bools], mate: Written[Numbers], owner: Written[Numbers],
    usage: Written[Numbers], users: Written[Numbers], marks: Written[Bools], fresh: Written[Numbers],
    nodes: Written[Numbers], queue: Written[Numbers],
) -> None:  # fmt: skip
    """Pick each vertex in the given order if the picks remain the upper ends of an acyclic matching."""
