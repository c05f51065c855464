"""Kernels of the plain search, in C: native/plain.c.  `twin` has the same functions in Python.

``numbers`` are the numbers left in a pot, positive and ascending. The kernels refuse them unless their sum times the
square of their count is less than 2^56.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Integers, kernel


@kernel(numbers="n")
def best_games(numbers: Integers, most_nodes: int, every: bool) -> tuple[Integers, int, int, int, bool]:  # noqa: FBT001  # kernels take arguments by position
    """Split the set of games until a game reaches the best bound; if ``every``, find all equally good sets of picks.

    Returns
    -------
    games
        A game for each set of numbers that reaches the best score: the moves in playing order, followed by a zero. Just
        one game if ``every`` is false.
    score
        The gain of each of these games; -1 if there are none.
    nodes
        Number of nodes processed.
    root
        Upper bound on all scores, from the first node.
    finished
        Whether ``most_nodes`` nodes were enough.
    """


@kernel(numbers="n")
def worst_game(numbers: Integers) -> tuple[Integers, int]:
    """Return a game with the least score, played until no move is left, and how many sets of numbers were reached.

    There may be at most 128 numbers, and only the smallest 63 may have a multiple in the pot.
    """
