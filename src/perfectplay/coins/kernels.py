"""Kernels of greedy coins, in C: native/coins.c.  Plain twins live in `fusion`, `table` and the tests.

The proofs are in docs/coins-theory.md.

Conventions.  The absolute values of all coins add up to less than 2^62, so that every fused coin, margin and difference
of margins stays below 2^63. A *stack* is an array whose entry 0 is unused (room for a first coin) and whose entries 1
.. size-1 are a reduced row, without interior peaks a <= b >= c.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bytes, Ints, Written, kernel


@kernel(coins="n")
def absolute_sum(coins: Ints, limit: int) -> tuple[int, int]:
    """Return the sum of absolute values and the sum, or ``(-1, 0)`` once the absolute sum reaches ``limit`` >= 0."""


@kernel(stack="size + n..", coins="n")
def push(stack: Written[Ints], size: int, coins: Ints) -> int:
    """Push coins on a stack of ``size`` >= 1, and fuse each peak that arises; return the new size. O(n) in all."""


@kernel(stack="high..")
def reduced_margin(stack: Ints, low: int, high: int) -> int:
    """Return the margin of the reduced row ``stack[low:high]``: take the larger end until nothing is left."""


@kernel(stack="size + 1..")
def finish(stack: Written[Ints], size: int, first: int, last: int) -> tuple[int, int]:
    """Return the margins of taking the left and the right coin of the row ``first, stack[1:size], last``. O(size).

    Writes two entries of the stack, up to ``stack[size]``, and restores them.
    """


@kernel(twice="2 * n", stack="n + 1..", margins="n")
def circle(twice: Ints, stack: Written[Ints], margins: Written[Ints]) -> None:
    """Write the margin of each first coin of a circle to ``margins``; ``twice`` lists its coins twice.  O(n^2)."""


@kernel(coins="n", values="n", starts="n", letters="n")
def line(coins: Ints, values: Written[Ints], starts: Written[Ints], letters: Written[Bytes]) -> None:
    """Write an optimal line to ``letters``: a byte ``L`` or ``R`` for each coin, in the order of play.  O(n).

    ``values`` and ``starts`` are scratch space for the fused coins and for the index of the first coin of each.
    """


@kernel(coins="n", values="n", kept="n", above="n", margins="n")
def prefixes(
    coins: Ints, values: Written[Ints], kept: Written[Ints], above: Written[Ints], margins: Written[Ints]
) -> None:
    """Write the margins of all prefixes to ``margins``. O(n log n).

    All other arrays are scratch space. ``values`` is the reduced row, which falls, then rises. For a falling coin,
    ``kept`` has the alternating sum of the coins up to it. For a rising coin r, ``kept`` has the margin of all coins of
    at most r, and ``above`` has the number of falling coins larger than r.
    """


@kernel(coins="n", margins="n")
def quadratic(coins: Ints, margins: Written[Ints]) -> int:
    """Return the margin of n >= 1 coins by the quadratic table, one diagonal at a time; ``margins`` is scratch."""


@kernel(coins="n", margins="n + 1", packed="bytes", kept="room")
def diagonals(coins: Ints, margins: Written[Ints], packed: Written[Bytes], kept: Written[Ints], step: int) -> None:
    """Fill the best moves of all segments, four to a byte, and the margins of every ``step``-th diagonal.  O(n^2).

    ``packed`` gets the best moves of the segments of 1, 2, ..., n coins; each length starts with a new byte.  There the
    code of the segment i .. i+length-1 is at bits 2(i mod 4) of byte ``i // 4``: 1 for L, 2 for R, 3 for LR.  ``kept``
    gets the diagonals of length 1, 1 + step, ... one after another.  ``margins`` is scratch.
    """
