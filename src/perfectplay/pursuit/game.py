"""Arithmetical pursuit's entry in the registry."""

from __future__ import annotations

from perfectplay.core.game import load_game
from perfectplay.pursuit.rules import STOP, Move, PursuitPosition, Step

__all__ = ["GAME", "parse_move"]


def parse_move(text: str, position: PursuitPosition) -> Move:  # noqa: ARG001  # a step reads the same everywhere
    """Read a step such as ``100+6``, or ``=`` to stop.

    Raises
    ------
    IllegalMoveError
        If the text is neither.
    """
    return STOP if text.strip() == STOP else Step.parse(text)


GAME = load_game("pursuit")
