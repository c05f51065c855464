"""Kernels in C: kernels.c beside this file.  Plain twins live in the tests.

Of a graph, ``pairs[ptr[v] : ptr[v + 1]]`` are the partners of v, ascending; a pair weighs as much as its higher end.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from pathlib import Path

from perfectplay.native import Ints, Library, Numbers, Written

__all__ = ["FAR", "library", "poorest", "reprice"]

FAR = 1 << 60
"""A distance that no path has."""

library = Library(Path(__file__).parent)


@library.kernel(found="most, n")
def poorest(largest: int, found: Written[Ints]) -> tuple[int, int, int]:
    """Look at all circles of n coins 0 .. ``largest`` whose first coin is a least one, and not all are 0.

    Circles of which the player to move gets the least share are written to ``found``, as far as they fit.  Returns what
    the player gets of one, its sum, and how many there are; of a circle and its mirror image, both from the same coin,
    one is looked at.  The coins of a circle add up to less than 2^31.
    """


@library.kernel(worth="n", ptr="n + 1", pairs="m", price="n", floor="n", mate="n", near="n", far="n", before="n")
def reprice(
    old: int,
    count: int,
    every: int,
    worth: Ints,
    ptr: Ints,
    pairs: Numbers,
    price: Written[Ints],
    floor: Ints,
    mate: Written[Numbers],
    near: Written[Ints],
    far: Written[Ints],
    before: Written[Ints],
) -> None:
    """Find least prices in a bipartite graph: not below ``floor``, and of each pair not below its weight.

    The first ``old`` vertices have had such prices for other floors, with a matching ``mate`` (-1 for none).  Vertices
    up to ``count`` join them; vertices from there up to ``every`` get the least that their pairs allow, and nothing
    else changes.  ``near``, ``far`` (`FAR` before and after) and ``before`` are scratch.  Prices, floors and ``worth``
    are below 2^58.
    """
