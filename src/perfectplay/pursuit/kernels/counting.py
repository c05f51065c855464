"""Kernels in C that count formulae: native/counting.c. The tests have twins in Python; `counting` explains the idea.

Conventions.  ``xs`` are the distinct values of a function, ascending, ``gs`` their counts (not negative), and ``xf``
the same values as float64.  A *dense* array for a bound B has 2B + 1 entries, entry v + B for the value v.  ``use``
has a flag for each of + - * /.  All values, and the sums and products of two values that are computed, stay below 2^50
in absolute value, and all counts below 2^63; `counting` ensures this.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Floats, Ints, Written, kernel


@kernel(starts="n", entries="size", counts="size", pairs="m, 3", bounds="deals + 1", use="4", lengths="deals")
def tables(
    starts: Ints, entries: Ints, counts: Ints, pairs: Ints, bounds: Ints, use: Bools, lengths: Written[Ints]
) -> tuple[Ints, Ints]:
    """Build the functions of deals from those of their parts; return the concatenated values and counts.

    Part p has the ``entries``, distinct values, and ``counts`` from ``starts[p]`` to ``starts[p + 1]``. Deal i has the
    ``pairs`` from ``bounds[i]`` to ``bounds[i + 1]``; each has two parts and the number of ways to split the deal so.
    Each value of one part is combined with each value of the other by x op y and y op x. ``lengths`` receives the
    number of distinct values of each deal; values are in the order of their first appearance.
    """


@kernel(starts="n + 1", places="entries", counts="entries", weights="n", sums="values")
def add_deals(starts: Ints, places: Ints, counts: Ints, weights: Ints, sums: Written[Ints]) -> None:
    """Add the functions of all deals, each with its weight, to ``sums``.

    Deal p has the entries ``starts[p]`` to ``starts[p + 1]`` of ``counts``; ``places`` has their indices in ``sums``.
    """


@kernel(xs="m", xf="m", gs="m", ys="n", cs="n", use="4", dense="2 * bound + 1")
def root(
    xs: Ints, xf: Floats, gs: Ints, ys: Ints, cs: Ints,
    both: bool,  # noqa: FBT001  # kernels take positional arguments
    use: Bools, bound: int, dense: Written[Ints],
) -> int:  # fmt: skip
    """Count the formulae x op y, and y op x if ``both``, and add their values up to ``bound`` to a dense array.

    Returns the number of all formulae, including those with larger values. Takes O(len(xs) * len(ys)) with division;
    without division, only pairs with small results take time.
    """


@kernel(
    xs="m", xf="m", gs="m", ys="n", cs="n", use="4",
    dense="2 * bound + 1", small="2 * bound + 2 * card + 1", multiples="2 * bound + 1",
)  # fmt: skip
def nested(
    xs: Ints, xf: Floats, gs: Ints, ys: Ints, cs: Ints, card: int, ways: int, use: Bools, bound: int,
    dense: Written[Ints], small: Written[Ints], multiples: Written[Ints],
) -> int:  # fmt: skip
    """Count the formulae v op card and card op v, where v is x op y or y op x; add their values to a dense array.

    ``card`` is positive and counts ``ways`` times. ``small``, dense for ``bound + card``, and ``multiples``, dense for
    ``bound``, are scratch arrays, zero before and after: they count small v, and v / card for multiples v of the card.
    Returns the number of all formulae, including those with larger values.
    """
