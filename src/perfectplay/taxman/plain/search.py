"""The plain search: best play of small pots, proven, in milliseconds.

No large package is imported, so that small questions are answered at once, even right after installation. The docs
("How the solver works", "Small questions") explain the search and prove that its answers are best.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable
from typing import Any

from perfectplay.core.errors import LimitExceededError, MissingExtraError, quote
from perfectplay.core.progress import log_stage
from perfectplay.core.result import Result
from perfectplay.taxman.rules import TaxmanPosition

MAX_NUMBERS = 300
"""Maximum number of numbers left in the pot: {1..300} takes 2 ms, and no smaller {1..N} more than 6 ms."""

MAX_NODES = 200
"""Number of nodes, searched in at most 0.1 s, after which a question counts as hard. No {1..N} needs half as many."""

MAX_WORST = 69
"""Largest N for which the worst game is found: at most 0.13 s from any position, but 0.6 s at N = 70."""


def solve_plainly(position: TaxmanPosition) -> Result[int, int] | None:
    """Find and prove the best play from a position if this is quick; otherwise return ``None``.

    The result is like one of `perfectplay.taxman.exact.solve`, always optimal and without a certificate. A pot may have
    `MAX_NUMBERS` numbers of any size, and the search may take `MAX_NODES` nodes. There is no time limit, so every
    machine answers the same questions.

    >>> from perfectplay.taxman import TaxmanPosition
    >>> result = solve_plainly(TaxmanPosition.new(20))
    >>> result.value, result.status
    (124, 'optimal')
    """
    if len(position.pot) > MAX_NUMBERS:
        return None
    began = time.perf_counter()
    search, numbers = _search(position)
    games, gain, nodes, root, finished = search.best_games(numbers, MAX_NODES, every=False)
    if not finished:
        log_stage(f"plain search: not finished after {MAX_NODES} nodes")
        return None
    moves, score = tuple(games[:-1]), position.player + gain
    verify(position, moves, score)
    log_stage(f"plain search: {nodes} nodes, bound at the root {position.player + root}, score {score}")
    return Result(
        value=score,
        lower=score,
        upper=score,
        status="optimal",
        moves=moves,
        seconds=time.perf_counter() - began,
        provenance={"source": "search", "nodes": nodes, "root_bound": position.player + root},
    )


def find_best_sets(position: TaxmanPosition, most_nodes: int) -> tuple[tuple[int, ...], ...] | None:
    """Find every set of numbers that reaches the best score from a position.

    Returns a game for each set, with the moves in playing order, or ``None`` if the search would take more than
    ``most_nodes`` nodes, at least one for each set. The pot may be larger than for `solve_plainly`.

    Notes
    -----
    The search of `solve_plainly` continues after the first game. A node that may have equally good games is split by
    the largest undecided number in which they differ from that game.

    Examples
    --------
    >>> from perfectplay.taxman import TaxmanPosition
    >>> [sorted(game) for game in find_best_sets(TaxmanPosition.new(10), 100)]
    [[6, 7, 8, 9, 10]]
    >>> sorted(sorted(game) for game in find_best_sets(TaxmanPosition.new([1, 2, 4, 7, 11, 22]), 100))
    [[4, 7, 22], [11, 22]]
    """
    search, numbers = _search(position)
    games, gain, _, _, finished = search.best_games(numbers, most_nodes, every=True)
    if not finished:
        return None
    sets: list[tuple[int, ...]] = []
    moves: list[int] = []
    for number in games:
        if number:
            moves.append(number)
            continue
        verify(position, moves, position.player + gain)
        sets.append(tuple(moves))
        moves = []
    return tuple(sets)


def solve_worst(position: TaxmanPosition) -> Result[int, int]:
    """Find and prove the least score of a game that is played until no legal move is left.

    The pot must be {1..N} with N up to `MAX_WORST`; any other pot raises `LimitExceededError`.

    A game is over if and only if every number with a multiple in the pot is gone. The rest of a game depends only on
    which of these numbers are gone. So a worst game is a shortest path through such sets, found by the A* algorithm.

    >>> from perfectplay.taxman import TaxmanPosition
    >>> solve_worst(TaxmanPosition.new(20)).value
    40
    """
    n, began = position.start_pot.n, time.perf_counter()
    if n is None or n > MAX_WORST:
        raise LimitExceededError(
            "the least score of {pot} is not known; it is worked out for pots from 1 to N, up to N = {most}",
            pot=quote(position.start().id),
            most=MAX_WORST,
        )
    search, numbers = _search(position)
    moves, nodes = search.worst_game(numbers)
    score = position.player + sum(moves)
    verify(position, moves, score)
    provenance = {"source": "search", "nodes": nodes}
    return Result(score, score, score, "optimal", tuple(moves), time.perf_counter() - began, provenance)


def verify(position: TaxmanPosition, moves: Iterable[int], score: int) -> None:
    """Replay the moves by the rules; raise `AssertionError` if a solver's score is wrong.

    >>> from perfectplay.taxman.rules import TaxmanPosition
    >>> verify(TaxmanPosition.new(6), (5, 4, 6), 15)  # anything else is an error
    """
    end = position
    for move in moves:
        end = end.play(move)
    if end.player != score or not end.is_over():
        raise AssertionError(
            f"internal error: the moves found for {position.start().id} reach {end.player}, not {score}"
        )


def _search(position: TaxmanPosition) -> tuple[Any, Any]:
    """Return the kernels or their twin in Python, and the remaining numbers in the type that these functions take.

    The twin replaces the kernels for numbers that are too large, and if no library can be loaded, as in a browser.
    """
    numbers = sorted(position.pot)
    if len(numbers) ** 2 * sum(numbers) < 1 << 56:
        try:
            from perfectplay.taxman.plain import kernels
        except (ImportError, MissingExtraError):
            pass
        else:
            return kernels, array("q", numbers)
    from perfectplay.taxman.plain import twin

    return twin, numbers
