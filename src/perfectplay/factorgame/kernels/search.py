"""Kernels of the factor game, in C: native/search.c.  Plain twins live in the tests.

Conventions.  Each number has an index; there are at most `NUMBERS` numbers.  A board is two uint64.  Bit i of the first
word stands for the number with index i, bit i - 64 of the second for an index of 64 or more. Numbers in the second word
divide no other.  Its highest bit is the *odd number*. By the classroom's rule, numbers with neither divisors nor
multiples on the board cancel in pairs, and this bit says that one is left over. Its index is `NUMBERS`, because it is
taken like a number, for no points.  ``below`` has the proper divisors of each number as bits of the first word.
``sums[k, c]`` is the sum of the numbers on a board whose only bits are c << 16 k.  The proofs are in
docs/answers/two-players.md.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from perfectplay.native import Ints, Words, Written, kernel

__all__ = ["NOTHING", "NUMBERS", "live", "search"]

NUMBERS = 127
"""Maximum number of numbers on a board."""
NOTHING = -(1 << 30)
"""Result of a search that ran out of nodes."""


@kernel(board="2", below="128")
def live(board: Written[Words], below: Words, passing: bool) -> None:  # noqa: FBT001  # kernels take arguments by position
    """Remove numbers without divisors or multiples from a board, which is then empty if the game is over.

    By the classroom's rule (``passing``), the odd number remains if an odd number of numbers is removed.
    """


@kernel(
    board="2", numbers="128", below="128", sums="4, 65536", known="places, 2", bounds="places, 4", nodes="1",
)  # fmt: skip
def search(
    board: Words, low: int, high: int, numbers: Ints, below: Words, sums: Ints, passing: bool,  # noqa: FBT001  # as above
    known: Written[Words], bounds: Written[npt.NDArray[np.int16]], nodes: Written[Ints],
) -> int:  # fmt: skip
    """Return the margin of the player to move on a board, exact inside a window, otherwise a bound.

    Parameters
    ----------
    board
        The board; numbers that `live` removes do not matter.
    low, high
        The window: a result between the two is exact, a result of at most ``low`` is an upper bound, and a result of
        at least ``high`` is a lower bound.  The absolute values of both are at most 2^30.
    numbers, below, sums, passing
        The tables of the game (0 at unused indices), and whether the classroom's rule holds. The sum of all numbers is
        below 2^15.
    known, bounds
        A table of known boards, with two slots for each remainder of the hash. For each board, ``bounds`` has a lower
        bound, an upper bound, the best move, and the number of moves. The table is kept from search to search.
    nodes
        Number of positions that may still be searched.

    Returns
    -------
    int
        The margin or bound; `NOTHING` if the nodes ran out. The table keeps results, so the next search gets further.
    """
