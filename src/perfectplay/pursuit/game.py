"""Arithmetical pursuit's entry in the registry."""

from __future__ import annotations

from perfectplay.core.game import WarmUp
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.pursuit.rules import STOP, Move, PursuitPosition, Step
from perfectplay.pursuit.solve import PursuitResult, solve

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

    def parse_move(self, text: str, position: PursuitPosition) -> Move:  # noqa: ARG002  # a step reads the same everywhere
        """Read a step such as ``100+6``, or ``=`` to stop.

        Raises
        ------
        IllegalMoveError
            If the text is neither.
        """
        return STOP if text.strip() == STOP else Step.parse(text)

    def solve(
        self,
        position: PursuitPosition,
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> PursuitResult:
        """Come as close to the target as possible: see `perfectplay.pursuit.solve.solve`."""
        return solve(position, time_limit=time_limit, progress=progress)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return questions that reach all compiled functions of this game."""
        # It brings the solvers along.
        from perfectplay.pursuit.warm import STEPS  # noqa: PLC0415

        return STEPS


GAME = PursuitGame()
