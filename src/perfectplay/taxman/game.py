"""Taxman's entry in the registry."""

from __future__ import annotations

from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import WarmUp
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve

__all__ = ["GAME", "TaxmanGame"]

_MAX_DIGITS = 18


class TaxmanGame:
    """Implements `perfectplay.core.game.Game`."""

    name = "taxman"
    title = "Taxman"
    summary = "take a number, and the taxman takes its divisors"
    players = 1

    def example(self) -> TaxmanPosition:
        """Return the pot {1..20}."""
        return TaxmanPosition.new(20)

    def from_id(self, text: str) -> TaxmanPosition:
        """Rebuild a position from its id."""
        return TaxmanPosition.from_id(text)

    def parse_move(self, text: str, position: TaxmanPosition) -> int:
        """Read a number; whether it may be taken is for the position to say.

        Raises
        ------
        IllegalMoveError
            If the text is not a positive integer.
        """
        stripped = text.strip()
        if not (stripped.isascii() and stripped.isdecimal()) or len(stripped) > _MAX_DIGITS:
            legal = ", ".join(map(str, position.legal_moves()[-8:]))
            message = f"{quote(text)} is not a number from the pot; legal moves include {legal or 'none: it is over'}"
            raise IllegalMoveError(message)
        return int(stripped)

    def solve(
        self,
        position: TaxmanPosition,
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[int]:
        """Best play, from the table of proven scores or by a search: see `perfectplay.taxman.solve.solve`."""
        return solve(position, time_limit=time_limit, progress=progress)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return questions that reach all compiled functions of this game."""
        # It brings the solvers along.
        from perfectplay.taxman.warm import STEPS  # noqa: PLC0415

        return STEPS


GAME = TaxmanGame()
