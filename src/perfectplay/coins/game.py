"""Greedy coins' entry in the registry."""

from __future__ import annotations

import re

from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.solve import CoinsResult, solve
from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import WarmUp
from perfectplay.core.progress import ProgressCallback, ignore_progress

__all__ = ["GAME", "CoinsGame"]

_TYPED = re.compile(r"([1-9][0-9]{0,8})?[ .]*(L|R|K[ ]*[1-9][0-9]{0,8})")


class CoinsGame:
    """Implements `perfectplay.core.game.Game`."""

    name = "coins"
    title = "Greedy coins"
    summary = "two players take coins from the ends of a row, and each wants the larger sum"
    players = 2

    def example(self) -> CoinsPosition:
        """Return the row 1 2 4 3 of Yorgey's article, which is tied."""
        return CoinsPosition.new([1, 2, 4, 3])

    def from_id(self, text: str) -> CoinsPosition:
        """Rebuild a position from its id."""
        return CoinsPosition.from_id(text)

    def parse_move(self, text: str, position: CoinsPosition) -> str:
        """Read a move: ``L`` or ``R``, in a sum with the row's number, ``K3`` for the third coin of a circle.

        Small letters, the words left and right and blanks will do, and so will no number where there is only one
        row or circle; whether the coin may be taken is for the position to say.

        Raises
        ------
        IllegalMoveError
            If the text is not of that form.
        """
        short = text.strip().upper().replace("LEFT", "L").replace("RIGHT", "R")
        matched = _TYPED.fullmatch(short)
        only = len(position.start_components) == 1
        if not matched or not (matched[1] or only) or (position.is_single and matched[1] not in {None, "1"}):
            legal = position.legal_moves()
            shown = ", ".join(legal[:8]) + (", ..." if len(legal) > 8 else "")
            message = f"{quote(text)} is not a move; legal moves are {shown or 'none: the game is over'}"
            raise IllegalMoveError(message)
        end = matched[2].replace(" ", "")
        return end if position.is_single else f"{matched[1] or 1}{end}"

    def solve(
        self,
        position: CoinsPosition,
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> CoinsResult:
        """Best play of both players from a position on: see `perfectplay.coins.solve.solve`."""
        return solve(position, time_limit=time_limit, progress=progress)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return questions that reach all compiled functions of this game."""
        # It brings the solvers along.
        from perfectplay.coins.warm import STEPS  # noqa: PLC0415

        return STEPS


GAME = CoinsGame()
