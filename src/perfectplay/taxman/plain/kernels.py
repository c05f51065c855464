"""Kernels of the plain search, in C: native/plain.c.  `twin` is the same in Python.

``numbers`` are what is left of a pot, positive and ascending.  Their sum times the square of their count is less than
2^56; otherwise the kernels refuse them.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Integers, kernel


@kernel(numbers="n")
def best_games(numbers: Integers, most_nodes: int, every: bool) -> tuple[Integers, int, int, int, bool]:  # noqa: FBT001  # kernels take arguments by position
    """Split the games until one of them reaches the best bound, and then, for ``every``, those that are as good.

    Returns
    -------
    games
        A game for each set of numbers with which the best score is reached, each set once: the moves in playing order,
        and a zero behind them.  Only one if not ``every``.
    score
        What each of them gains; -1 if there are none.
    nodes
        How many were looked at.
    root
        No game scores more than this.
    finished
        Whether ``most_nodes`` nodes were enough.
    """


@kernel(numbers="n")
def worst_game(numbers: Integers) -> tuple[Integers, int]:
    """Return a game of least score that ends when no number can be taken, and how many sets of numbers were reached.

    At most 128 numbers, of which those with a multiple are among the smallest 63.
    """
