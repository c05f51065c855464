"""Kernels over one deal, in C: native/reach.c.  A plain twin is `perfectplay.pursuit.search.values._PlainValues`.

Conventions.  A *part* is a sub-multiset of the deal, numbered in mixed radix: the distinct numbers of the deal,
ascending, are the positions, and a digit is the number of copies in the part; part 0 is empty and the last part is the
whole deal.  The values of part ``s`` are ``pool[start[s]:start[s + 1]]``, in no particular order.  A part's values come
from its splits into two smaller parts, ``splits[bounds[s]:bounds[s + 1]]``, each once, the smaller number first.

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

    ``numbers`` and ``singles`` are, for a part of size one, its number and 1, for others 0. Absolute values above
    ``caps[s]`` are left out. ``flags`` is the sum of the operators and options above, and ``small`` is the number of
    small values that have a byte each.
    """


@kernel(pool="size", start="n", splits="m, 2", hit="width")
def mark_whole(
    pool: Ints, start: Ints, splits: Ints, first: int, last: int, flags: int, low: int, hit: Written[Bools]
) -> None:
    """Mark the targets that ``splits[first:last]`` reach: from ``low`` >= 0 on, as many as ``hit`` has entries.

    The values of both sides are known: ``pool`` and ``start`` of `whole_values`.
    """


@kernel(numbers="n", singles="n", splits="m, 2", bounds="n + 1")
def fraction_values(numbers: Ints, singles: Ints, splits: Ints, bounds: Ints, flags: int) -> tuple[Ints, Ints, Ints]:
    """Find all values of every part except the last, fractions included.

    ``numbers`` and ``singles`` are, for a part of size one, numerator and denominator of its number; the product of
    their sums, which no sum of a value's numerator and denominator exceeds, is below 2^61.  Everything else as for
    `whole_values`.  Returns numerators, denominators (positive, in lowest terms) and ``start``.
    """


@kernel(tops="size", bottoms="size", start="n", splits="m, 2", hit="width")
def mark_fractions(
    tops: Ints, bottoms: Ints, start: Ints, splits: Ints, first: int, last: int, flags: int, low: int,
    hit: Written[Bools],
) -> None:  # fmt: skip
    """Mark the targets that the splits of a part reach through fractions: `mark_whole` for `fraction_values`."""
