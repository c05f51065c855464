"""Call the C kernels in kernels.c, beside this file.  The tests have plain Python twins of them.

In a graph, ``pairs[ptr[v] : ptr[v + 1]]`` are the neighbours of v, ascending.  A pair has the weight of its higher end.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from pathlib import Path

from perfectplay.native import Ints, Library, Numbers, Written

__all__ = ["FAR", "library", "poorest", "reprice"]

FAR = 1 << 60
"""A distance larger than that of any path."""

library = Library(Path(__file__).parent)


@library.kernel(found="most, n")
def poorest(largest: int, found: Written[Ints]) -> tuple[int, int, int]:
    """Check all circles of n coins 0 .. ``largest`` that begin with a smallest coin and are not all 0.

    Circles in which the player to move gets the least share are written to ``found``, as far as they fit.  Return that
    player's amount in one of these circles, the sum of its coins, and the number of such circles.  A circle and its
    mirror image that begin with the same coin count once.  The coins of a circle add up to less than 2^31.
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
    """Find the least prices in a bipartite graph that respect ``floor`` and add up to at least the weight of each pair.

    The first ``old`` vertices have such prices for other floors, and a matching ``mate`` (-1 for none).  Vertices
    up to ``count`` join them; the next vertices, up to ``every``, get the least prices that their pairs allow, and no
    other prices change.  ``near``, ``far`` (`FAR` before and after) and ``before`` are scratch.  Prices, floors and
    ``worth`` are below 2^58.
    """
