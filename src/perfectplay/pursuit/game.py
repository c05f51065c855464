"""Arithmetical pursuit's entry in the registry."""

from __future__ import annotations

import time
from typing import cast

from perfectplay.core.game import Position, WarmUp
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.pursuit.rules import STOP, Move, PursuitPosition, Step

__all__ = ["GAME", "PursuitGame"]


class PursuitGame:
    """Implements `perfectplay.core.game.Game`."""

    name = "pursuit"
    title = "Arithmetical pursuit"
    summary = "combine six numbers with + - * / and land as close to a target as possible"
    players = 1

    def example(self) -> PursuitPosition:
        """Return the deal of the article that reaches every target, and one of them."""
        return PursuitPosition.new([3, 6, 9, 10, 50, 100], 831)

    def from_id(self, text: str) -> PursuitPosition:
        """Rebuild a position from its id."""
        return PursuitPosition.from_id(text)

    def parse_move(self, text: str, position: Position) -> Move:  # noqa: ARG002  # a step reads the same everywhere
        """Read a step such as ``100+6``, or ``=`` to stop.

        Raises
        ------
        IllegalMoveError
            If the text is neither.
        """
        return STOP if text.strip() == STOP else Step.parse(text)

    def solve(
        self,
        position: Position,
        *,
        time_limit: float | None = None,  # noqa: ARG002  # an answer takes a fraction of a second
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Move]:
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

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return questions that reach all compiled functions of this game."""
        # It brings the solvers along.
        from perfectplay.pursuit.warm import STEPS  # noqa: PLC0415

        return STEPS


GAME = PursuitGame()
