"""Kernels in C for a single deal: native/reach.c. Their plain twin is `perfectplay.pursuit.search.values._PlainValues`.

Conventions.  A *part* is a sub-multiset of the deal. Its number in mixed radix has a digit for each distinct number of
the deal, ascending: the number of copies in the part. Part 0 is empty and the last part is the whole deal.  The values
of part ``s`` are ``pool[start[s]:start[s + 1]]``, in no particular order.  They come from the part's splits into two
smaller parts, ``splits[bounds[s]:bounds[s + 1]]``. Each split is listed once, with the smaller part number first.

Integers stay below 2^62: callers ensure this (see `perfectplay.pursuit.search.parts`).
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Ints, Written, kernel

PLUS = 1
MINUS = 2
TIMES = 4
OVER = 8
ZERO = 16
SIGNED = 32


@kernel(numbers="n", singles="n", splits="m, 2", bounds="n + 1", caps="n")
def whole_values(
    numbers: Ints, singles: Ints, splits: Ints, bounds: Ints, caps: Ints, flags: int, small: int
) -> tuple[Ints, Ints]:
    """Find all integer values of every part except the last; return ``pool`` and ``start``.

    For a part of size one, ``numbers`` has its number and ``singles`` has 1; both are 0 for other parts. Absolute
    values above ``caps[s]`` are left out. ``flags`` is the sum of the operators and options above, and ``small`` is the
    number of small values that are marked in a table with a byte each.
    """


@kernel(pool="size", start="n", splits="m, 2", hit="width")
def mark_whole(
    pool: Ints, start: Ints, splits: Ints, first: int, last: int, flags: int, low: int, hit: Written[Bools]
) -> None:
    """Mark in ``hit`` the targets that ``splits[first:last]`` reach; entry i stands for ``low + i``, with ``low`` >= 0.

    ``pool`` and ``start`` are the results of `whole_values`, the values of both sides of each split.
    """


@kernel(numbers="n", singles="n", splits="m, 2", bounds="n + 1")
def fraction_values(numbers: Ints, singles: Ints, splits: Ints, bounds: Ints, flags: int) -> tuple[Ints, Ints, Ints]:
    """Find all values of every part except the last, fractions included.

    For a part of size one, ``numbers`` and ``singles`` have the numerator and the denominator of its number. The
    product of their sums must be below 2^61: it bounds numerator plus denominator of every value.  The rest is as for
    `whole_values`.  Returns numerators, denominators (positive, in lowest terms) and ``start``.
    """


@kernel(tops="size", bottoms="size", start="n", splits="m, 2", hit="width")
def mark_fractions(
    tops: Ints, bottoms: Ints, start: Ints, splits: Ints, first: int, last: int, flags: int, low: int,
    hit: Written[Bools],
) -> None:  # fmt: skip
    """Mark targets as `mark_whole` does, but from the results of `fraction_values`."""
