"""Arithmetical pursuit's entry in the registry."""

from __future__ import annotations

import time
from typing import cast

from perfectplay.core.game import Position, load_game
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.pursuit.rules import STOP, Move, PursuitPosition, Step

__all__ = ["GAME", "parse_move", "solve"]


def parse_move(text: str, position: Position) -> Move:  # noqa: ARG001  # a step reads the same everywhere
    """Read a step such as ``100+6``, or ``=`` to stop.

    Raises
    ------
    IllegalMoveError
        If the text is neither.
    """
    return STOP if text.strip() == STOP else Step.parse(text)


def solve(
    position: Position,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes a fraction of a second
    progress: ProgressCallback = ignore_progress,
) -> Result:
    """Come as close to the target as the numbers on the table allow, in as few steps as possible.

    Returns
    -------
    Result
        ``value`` is the distance from the target with a minus sign; ``provenance`` has the ``answer`` and, unless
        it has been made already, its ``expression`` in numbers of the table.

    Raises
    ------
    LimitExceededError
        If the numbers on the table are too large together.
    """
    # Loaded when it is called: the rules do without it.
    from perfectplay.pursuit.solutions import closest  # noqa: PLC0415

    begin = time.perf_counter()
    here = cast(PursuitPosition, position)
    moves: tuple[Move, ...] = ()
    answer, expression = here.answer, None
    if not here.is_over():
        expression = closest(here.table, here.target, here.rules)
        if expression is None or abs(int(expression.value) - here.target) > here.distance:
            expression = None  # the best number has been made and used up
            moves = (STOP,)
        else:
            end = here
            for step, _ in expression.steps:
                end = end.play(step)
            moves = (*end.moves[len(here.moves) :], *(() if end.is_over() else (STOP,)))
            answer = int(expression.value)
    seconds = time.perf_counter() - begin
    progress(Progress("closest", seconds, done=1, total=1))
    value = -abs(answer - here.target)
    provenance = {
        "source": "search",
        "method": "values of all parts",
        "answer": answer,
        "expression": "" if expression is None else str(expression),
    }
    return Result(value, value, value, "optimal", moves, seconds, provenance)


GAME = load_game("pursuit")
